import { useEffect } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OrderUnderWay } from '@qingzhou/contract/features/repayment/payment-orders'
import type { WaiverOffer } from '@qingzhou/contract/features/repayment/waiver'
import { displayYuan } from '@qingzhou/domain/money/money'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { WaitingDrawing } from '@qingzhou/ui/graphics'
import { Result } from '@qingzhou/ui/feedback'
import { Screen } from '@qingzhou/ui/layout'
import { toast } from '@qingzhou/ui/overlays'
import { routes } from '#app/routes.ts'
import { addressOf, back } from '#platform/navigation/navigation.ts'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'
import { explanationOf, OrderActions, payerOf, titleOf } from '#shared/payments/order-actions.tsx'
import { resultQuery } from '#shared/payments/payment-order.ts'
import { offersQuery } from './queries.tsx'

/** An offer with a pending order, polled until it is final. */
export function PayingOffer({ offer: { payable, requestNo = '' } }: { offer: WaiverOffer }) {
  const client = useQueryClient()
  const order = useQuery({ ...resultQuery(requestNo), enabled: requestNo !== '' })
  const { state, reason, underWay } = order.data ?? {}

  useEffect(() => {
    if (state === undefined || state === 'processing' || state === 'confirming') return
    if (state === 'failed' || state === 'closed') toast(reason ?? '扣款失败，请重新付款')
    // The offer changes with its order.
    void client.invalidateQueries(offersQuery)
  }, [client, state, reason])

  return (
    <Screen title={routes.waiver.payWaiver.title} onBack={back}>
      {underWay && !(underWay.payBy === 'card' && underWay.state === 'processing') ? (
        <Unpaid order={underWay} />
      ) : (
        <Result
          drawing={<WaitingDrawing />}
          title="付款处理中"
          sentence={`${displayYuan(payable)} 元，到账后减免立即生效`}
          alive="正在等待付款结果，通常 1 分钟内完成"
          actions={
            <ButtonLink kind="quiet" href={`#${addressOf(routes.repayment.channelAllBills)}`}>
              查看我的账单
            </ButtonLink>
          }
        >
          <p className="small ink-2 centre">可以离开此页，有结果会短信通知您，不会重复扣款</p>
        </Result>
      )}
    </Screen>
  )
}

/** An order that waits for the borrower: to be confirmed, or to be paid in the app. */
function Unpaid({ order }: { order: OrderUnderWay }) {
  return (
    <Result
      drawing={<WaitingDrawing />}
      title={titleOf(order)}
      sentence={`${displayYuan(order.amount)} 元 · ${payerOf(order)}`}
      actions={
        <>
          <OrderActions order={order} />
          <ServiceContact>付款遇到问题？</ServiceContact>
        </>
      }
    >
      <p className="small ink-2 centre">{explanationOf(order)}</p>
    </Result>
  )
}
