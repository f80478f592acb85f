import { useQuery } from '@tanstack/react-query'
import { CalendarIcon, HomeIcon, PersonIcon } from '@qingzhou/ui/graphics'
import { routes } from '#app/routes.ts'
import { addressOf } from '#platform/navigation/navigation.ts'
import './home-tabs.css'
import { unreadQuery } from './messages-queries.ts'

const tabs = [
  { label: '额度', Icon: HomeIcon, route: routes.credit.limit },
  { label: '账单', Icon: CalendarIcon, route: routes.repayment.repayHome },
  { label: '我的', Icon: PersonIcon, route: routes.account.mine },
] as const

/** The three top-level pages. Each is a link with an entry in the history, so Back returns. */
export function HomeTabs({ at }: { at: (typeof tabs)[number]['label'] }) {
  const unread = useQuery(unreadQuery()).data ?? 0
  return (
    <nav className="home-tabs" aria-label="主要页面">
      {tabs.map(({ label, Icon, route }) => (
        <a
          key={label}
          className="home-tab"
          href={`#${addressOf(route)}`}
          aria-current={label === at ? 'page' : undefined}
        >
          <span className="home-tab-icon">
            <Icon />
            {label === '我的' && unread > 0 && (
              <span className="unread-mark">
                <span className="visually-hidden">有未读消息</span>
              </span>
            )}
          </span>
          {label}
        </a>
      ))}
    </nav>
  )
}
