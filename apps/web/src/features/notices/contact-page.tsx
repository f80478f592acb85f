import { useQuery } from '@tanstack/react-query'
import { Card, List, ListRow, Screen } from '@qingzhou/ui/layout'
import {
  CalendarIcon,
  ClockIcon,
  PersonIcon,
  PostponeIcon,
  SealIcon,
  ShieldIcon,
} from '@qingzhou/ui/graphics'
import { SkeletonLines } from '@qingzhou/ui/feedback'
import { type Route, routes } from '#app/routes.ts'
import { addressOf, back } from '#platform/navigation/navigation.ts'
import { Blocks, staticPageQuery } from '#shared/agreements/static-page.tsx'
import { product } from '#shared/pages/product.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { ServiceLinks } from '#shared/pages/service-links.tsx'
import { CallButton } from './help-page.tsx'
import './contact-page.css'

/** How to reach the customer service, and what needs no call. */
export function ContactPage() {
  const page = useQuery(staticPageQuery('service'))

  return (
    <Screen
      title={page.data?.title ?? routes.notices.servicePage.title}
      onBack={back}
      footer={<CallButton />}
    >
      <Card>
        <p className="small ink-2">客服电话</p>
        <a className="contact-number tabular" href={`tel:${product.servicePhone}`}>
          {product.servicePhone}
        </a>
        <p className="row small ink-2">
          <ClockIcon size={18} />
          {product.serviceHours}
        </p>
      </Card>
      <Card flush title="自助办理" note="无需致电，随时可以办理">
        <List label="自助办理">
          {services.map(({ label, Icon, route }) => (
            <ListRow
              key={label}
              glyph={<Icon size={20} />}
              label={label}
              href={`#${addressOf(route)}`}
            />
          ))}
        </List>
      </Card>
      <section className="card">
        <QueryState query={page} skeleton={<SkeletonLines count={4} />}>
          {({ blocks }) => (
            <article className="prose">
              <Blocks blocks={blocks} />
            </article>
          )}
        </QueryState>
      </section>
      <ServiceLinks at="service" />
    </Screen>
  )
}

const services: readonly {
  readonly label: string
  readonly Icon: typeof SealIcon
  readonly route: Route
}[] = [
  { label: '查账单和还款', Icon: CalendarIcon, route: routes.repayment.repayHome },
  { label: '申请延期还款', Icon: PostponeIcon, route: routes.repayment.delay },
  { label: '开结清证明', Icon: SealIcon, route: routes.settlement.chooseProof },
  { label: '更新身份证或手机号', Icon: PersonIcon, route: routes.profile.updateReason },
  { label: '查看登录设备', Icon: ShieldIcon, route: routes.security.security },
]
