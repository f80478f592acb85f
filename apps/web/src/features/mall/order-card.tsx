import type { MallOrder } from '@qingzhou/contract/mall'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { ButtonLink } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { List, ListRow } from '@qingzhou/ui/list-row'
import { Num } from '@qingzhou/ui/number'
import { routes } from '#app/routes.ts'
import { addressWithQuery } from '#platform/navigation.ts'
import { dayInWords, momentInWords } from '#shared/figures.ts'
import { GiveBack } from './give-back.tsx'
import { MallPicture } from './mall-picture.tsx'
import { noteOf, OrderChip } from './order-state.tsx'

/** One order: what it is, where it is, what is paid next, and what can be done. */
export function OrderCard({ order }: { order: MallOrder }) {
  const { loanSeqNo } = order
  return (
    <Card
      title={<span className="small ink-2 tabular">{momentInWords(order.orderedAt)}</span>}
      trailing={<OrderChip state={order.state} />}
    >
      <div className="row row-top">
        <MallPicture picture={order.picture} />
        <div className="stack stack-1 grow">
          <p className="strong">{order.name}</p>
          <Num value={yuan(order.price)} yuan size="md" />
          <p className="caption ink-3 tabular">
            分 {order.months} 期，首期 {displayYuan(order.firstAmount)} 元
          </p>
        </div>
      </div>
      <p className="small ink-2">{wordsOf(order)}</p>
      <Instalments order={order} />
      {order.state === 'verifying' && (
        <ButtonLink href={`#${addressWithQuery(routes.loans.loanResult.path, { loanSeqNo })}`}>
          继续验证
        </ButtonLink>
      )}
      {order.canGiveBack && <GiveBack order={order} />}
    </Card>
  )
}

function wordsOf({ state, reason, returnableUntil, canGiveBack }: MallOrder): string {
  const note =
    state === 'delivered' && returnableUntil !== undefined
      ? `${canGiveBack ? '可以申请退货，截至' : '退货期限已过，截至'} ${dayInWords(returnableUntil)}`
      : noteOf(state)
  return [reason, note].filter(Boolean).join('。')
}

/** Of a loan that is there: what comes next, and the way to its plan. */
function Instalments({ order: { loanNo, next, state } }: { order: MallOrder }) {
  if (loanNo === undefined || state === 'returned') return null
  const href = `#${addressWithQuery(routes.repayment.loanPlan.path, { loanNo })}`
  return (
    <List label="分期">
      {next ? (
        <ListRow
          label={`第 ${next.n} 期`}
          note={`${dayInWords(next.dueDate)}应还`}
          value={<Num value={yuan(next.amount)} yuan />}
          href={href}
        />
      ) : (
        <ListRow label="分期已还清" value="查看还款计划" href={href} />
      )}
    </List>
  )
}
