import { useQueryClient } from '@tanstack/react-query'
import type { OrderUnderWay } from '@qingzhou/contract/features/payment-orders'
import { Button } from '@qingzhou/ui/inputs'
import { toast } from '@qingzhou/ui/overlays'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { go } from '#platform/navigation/navigation.ts'
import { continuePayment, orders } from './payment-order.ts'

interface OrderActionsProps {
  order: Pick<
    OrderUnderWay,
    'repaySeqNo' | 'state' | 'payBy' | 'needsCode' | 'canGoOn' | 'canGiveUp'
  >
  /** After the order was given up and nothing was paid. */
  onGivenUp?: () => void
}

/** Goes on with an unsettled order, or gives it up. */
export function OrderActions({ order, onGivenUp }: OrderActionsProps) {
  const client = useQueryClient()
  const { repaySeqNo, canGoOn, canGiveUp } = order

  /** Afterwards every page shows the new state. */
  async function act(step: () => Promise<void>) {
    try {
      await step()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.message)
    }
    await client.invalidateQueries({ queryKey: ['repayment'] })
  }

  async function goOn() {
    // An app's page is opened again, as long as the app keeps it.
    const state = order.payBy === 'card' ? order.state : 'confirming'
    await continuePayment({ ...order, state }, order)
  }

  async function giveUp() {
    const { state } = await orders.cancel({ repaySeqNo }, { quiet: true })
    if (state !== 'closed') return go(routes.repayment.paymentResult, { query: { repaySeqNo } })
    toast('已取消，没有扣款', { survivesNavigation: true })
    onGivenUp?.()
    return undefined
  }

  return (
    <>
      {canGoOn && <Button onPress={async () => act(goOn)}>继续付款</Button>}
      {canGiveUp && (
        <Button kind="quiet" onPress={async () => act(giveUp)}>
          取消这笔还款
        </Button>
      )}
    </>
  )
}

export function payerOf({
  payBy,
  bankName,
  lastFour,
}: Pick<OrderUnderWay, 'payBy' | 'bankName' | 'lastFour'>): string {
  if (payBy === 'card') return `${bankName ?? '银行卡'}（${lastFour ?? ''}）`
  return payBy === 'wallet' ? '支付应用' : '消息应用支付'
}
