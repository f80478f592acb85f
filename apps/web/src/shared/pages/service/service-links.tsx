import { product, toHelp, toServicePage as page } from './product.ts'
import { Card, List, ListRow } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { addressOf } from '#platform/navigation/navigation.ts'

/** All pages of help and service, by name. */
const links = [
  { name: 'help', label: '常见问题', href: toHelp },
  { name: 'service', label: '联系客服', href: page('service') },
  { name: 'safety', label: '防范诈骗', href: page('safety') },
  { name: 'complaints', label: '投诉与建议', href: page('complaints') },
  { name: 'fees', label: '息费说明', href: page('fees') },
  { name: 'privacy', label: '隐私政策', href: page('privacy') },
  { name: 'about', label: `关于${product.name}`, href: page('about') },
  { name: 'open-source', label: '开源软件声明', href: page('open-source') },
  {
    name: 'follow-account',
    label: routes.onboarding.followAccount.title,
    href: `#${addressOf(routes.onboarding.followAccount)}`,
  },
  {
    name: 'mini-program',
    label: routes.onboarding.openMiniProgram.title,
    href: `#${addressOf(routes.onboarding.openMiniProgram)}`,
  },
  { name: 'download', label: '下载应用', href: `#${addressOf(routes.downloads.download1)}` },
]

/** Whether a static page is one of help and service. */
export function isServicePage(name: string): boolean {
  return links.some((link) => link.name === name)
}

/** The other pages of help and service. */
export function ServiceLinks({ at }: { at: string }) {
  return (
    <Card title="帮助与服务">
      <List label="帮助与服务">
        {links
          .filter(({ name }) => name !== at)
          .map(({ name, label, href }) => (
            <ListRow key={name} label={label} href={href} />
          ))}
      </List>
    </Card>
  )
}
