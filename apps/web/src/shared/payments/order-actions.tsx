import { useQueryClient } from '@tanstack/react-query'
import type { OrderUnderWay } from '@qingzhou/contract/features/repayment/payment-orders'
import { Button } from '@qingzhou/ui/inputs'
import { toast } from '@qingzhou/ui/overlays'
import { orderParam } from '@qingzhou/contract/wire/params'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { go } from '#platform/navigation/navigation.ts'
import { continuePayment, orders } from './payment-order.ts'

interface OrderActionsProps {
  order: OrderUnderWay
  /** After the order was given up and nothing was paid. */
  onGivenUp?: () => void | Promise<void>
}

/** Goes on with an unsettled order, or gives it up. */
export function OrderActions({ order, onGivenUp }: OrderActionsProps) {
  const client = useQueryClient()
  const { requestNo, canGoOn, canGiveUp } = order

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
    const { state } = await orders.cancel({ requestNo }, { quiet: true })
    if (state !== 'closed')
      return go(routes.repayment.paymentResult, { query: { [orderParam]: requestNo } })
    toast('已取消，没有扣款', { survivesNavigation: true })
    return onGivenUp?.()
  }

  return (
    <>
      {canGoOn && <Button onPress={async () => act(goOn)}>继续付款</Button>}
      {canGiveUp && (
        <Button kind="quiet" onPress={async () => act(giveUp)}>
          取消，换一种方式
        </Button>
      )}
    </>
  )
}

/** The state of an unsettled order in words. */
export function titleOf({ payBy, state, isAutomatic }: OrderUnderWay): string {
  const isAtBank = (payBy === 'card' || isAutomatic) && state === 'processing'
  return isAtBank ? '有一笔还款正在处理' : '您还没有完成付款'
}

export function explanationOf({ state, payBy, isAutomatic, canGoOn }: OrderUnderWay): string {
  if (state === 'confirming') return '上一次付款还没有确认，确认后才会扣款。请先继续或取消。'
  if (payBy !== 'card' && isAutomatic) {
    return '今天的支付应用自动还款正在处理，不能取消，通常 1 分钟内有结果，不会重复扣款。'
  }
  if (payBy !== 'card') {
    if (canGoOn) return '等待您在支付应用完成付款。如果已经付款，稍后会自动显示结果。'
    return '付款页面已超时，正在等待支付应用的结果。如果没有付款，可以取消后重新还款。'
  }
  const what = isAutomatic ? '今天的自动扣款' : '这笔还款'
  return `${what}已提交银行，不能取消，通常 1 分钟内有结果，不会重复扣款。`
}

export function payerOf({
  payBy,
  bankName,
  lastFour,
}: Pick<OrderUnderWay, 'payBy' | 'bankName' | 'lastFour'>): string {
  if (payBy === 'card') return `${bankName ?? '银行卡'}（${lastFour ?? ''}）`
  return payBy === 'wallet' ? '支付应用' : '消息应用支付'
}
