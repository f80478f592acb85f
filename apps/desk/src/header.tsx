import { pages as appPages } from '@qingzhou/contract/pages'
import { Chip } from '@qingzhou/ui/feedback'
import { ExternalIcon, Mark } from '@qingzhou/ui/graphics'
import type { Tour } from './tour/use-tour.ts'

const pages = [
  { page: 'desk', href: '#', label: '工作台' },
  { page: 'gallery', href: '#gallery', label: '组件' },
] as const

const references = [
  { href: `/#${appPages.staffHome}`, label: '员工端' },
  { href: '/openapi.json', label: '接口文档' },
  { href: '/readyz', label: '健康状态' },
  { href: '/metrics', label: '运行指标' },
]

type HeaderProps = {
  readonly page: 'desk' | 'gallery'
  /** Only the desk can be shown around. */
  readonly tour?: Tour
}

export function Header({ page: current, tour }: HeaderProps) {
  return (
    <header className="desk-header">
      <span className="desk-brand">
        <Mark size={28} />
        <h1 className="title">轻舟工作台</h1>
        <Chip tone="plain">沙箱</Chip>
      </span>
      <nav className="desk-nav" aria-label="页面">
        {pages.map(({ page, href, label }) => (
          <a key={page} href={href} aria-current={page === current ? 'page' : undefined}>
            {label}
          </a>
        ))}
        {tour && (
          <button type="button" aria-expanded={tour.isOpen} onClick={tour.toggle}>
            五分钟导览
          </button>
        )}
      </nav>
      <nav className="desk-references" aria-label="参考">
        {references.map(({ href, label }) => (
          <a key={href} href={href} target="_blank" rel="noreferrer">
            {label}
            <ExternalIcon size={14} />
          </a>
        ))}
      </nav>
    </header>
  )
}
