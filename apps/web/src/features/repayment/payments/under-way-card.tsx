import type { OrderUnderWay } from '@qingzhou/contract/features/repayment/payment-orders'
import { displayYuan } from '@qingzhou/domain/money/money'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { Card } from '@qingzhou/ui/layout'
import { explanationOf, OrderActions, payerOf, titleOf } from '#shared/payments/order-actions.tsx'
import { links } from '#features/repayment/links.ts'

interface UnderWayCardProps {
  order: OrderUnderWay
  onGivenUp?: () => void
}

/** An order for the same bills that is not settled: another payment would pay them twice. */
export function UnderWayCard({ order, onGivenUp }: UnderWayCardProps) {
  return (
    <Card title={titleOf(order)} note={`${displayYuan(order.amount)} 元 · ${payerOf(order)}`}>
      <p className="small ink-2">{explanationOf(order)}</p>
      <OrderActions order={order} {...(onGivenUp && { onGivenUp })} />
      {order.state === 'processing' && (
        <ButtonLink kind={order.canGiveUp ? 'text' : 'quiet'} href={links.result(order.requestNo)}>
          查看进度
        </ButtonLink>
      )}
    </Card>
  )
}
