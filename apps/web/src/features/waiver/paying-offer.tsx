import { useEffect } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { WaiverOffer } from '@qingzhou/contract/features/waiver'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Button, ButtonLink } from '@qingzhou/ui/inputs'
import { WaitingDrawing } from '@qingzhou/ui/graphics'
import { Result } from '@qingzhou/ui/feedback'
import { Screen } from '@qingzhou/ui/layout'
import { toast } from '@qingzhou/ui/overlays'
import { routes } from '#app/routes.ts'
import { addressOf, back } from '#platform/navigation/navigation.ts'
import { ServiceContact } from '#shared/pages/customer-service.tsx'
import {
  continuePayment,
  type RepaymentResult,
  resultQuery,
} from '#shared/payments/payment-order.ts'
import { offersQuery } from './queries.tsx'

/** An offer with a pending order, polled until it is final. */
export function PayingOffer({ offer: { payable, repaySeqNo = '' } }: { offer: WaiverOffer }) {
  const client = useQueryClient()
  const order = useQuery({ ...resultQuery(repaySeqNo), enabled: repaySeqNo !== '' })
  const { state, reason } = order.data ?? {}

  useEffect(() => {
    if (state === undefined || state === 'processing' || state === 'confirming') return
    if (state === 'failed' || state === 'closed') toast(reason ?? '扣款失败，请重新付款')
    // The offer changes with its order.
    void client.invalidateQueries(offersQuery)
  }, [client, state, reason])

  return (
    <Screen title={routes.waiver.payWaiver.title} onBack={back}>
      {order.data?.state === 'confirming' ? (
        <Unpaid order={order.data} />
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

function Unpaid({ order }: { order: RepaymentResult }) {
  const { repaySeqNo, state, payBy } = order
  return (
    <Result
      drawing={<WaitingDrawing />}
      title="还没有付款"
      sentence={`${displayYuan(order.amount)} 元，确认后才会扣款`}
      actions={
        <>
          <Button
            onPress={async () => continuePayment({ repaySeqNo, state, needsCode: true }, { payBy })}
          >
            继续付款
          </Button>
          <ServiceContact>付款遇到问题？</ServiceContact>
        </>
      }
    />
  )
}
