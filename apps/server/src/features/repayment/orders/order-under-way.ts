import type { OrderUnderWay } from '@qingzhou/contract/features/repayment/payment-orders'
import type { Card } from '#features/cards/index.ts'
import type { Services } from '#platform/services.ts'
import { canReopen } from './app-order.ts'
import { isOnPage } from './collect.ts'
import type { Order } from './order-store.ts'
import { needsCode } from './place-repayment.ts'

/** An unsettled order, and what the borrower can do about it. */
export async function orderUnderWay(
  services: Services,
  order: Order,
  cards: readonly Card[],
): Promise<OrderUnderWay> {
  const { requestNo, amount, payBy, actor, cardId } = order
  const card = cards.find((one) => one.cardId === cardId)
  const isConfirming = order.state === 'confirming'
  const isInApp = isOnPage(order)
  return {
    repaySeqNo: requestNo,
    state: isConfirming ? 'confirming' : 'processing',
    amount,
    payBy,
    bankName: card?.bankName,
    lastFour: card?.lastFour,
    needsCode: await needsCode(services, order),
    isAutomatic: actor === 'system',
    canGoOn: isConfirming || (isInApp && canReopen(services, order)),
    canGiveUp: isConfirming || isInApp,
  }
}
