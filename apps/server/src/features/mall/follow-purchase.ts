import { returnableUntil } from '@qingzhou/domain/mall/purchase'
import type { CustomerNo } from '#platform/customer-no.ts'
import { findDraw } from '#lending/index.ts'
import { findLoanApplication } from '#features/loans/index.ts'
import type { PurchaseAnswer } from '#providers/mall/port.ts'
import { faultIn } from '#providers/provider-fault.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { followLater } from './follow-later.ts'
import { findMallOrder, findOrderOfDraw, markTold, type MallOrder } from './mall-order-store.ts'
import { settleReturn } from './settle-return.ts'
import { notTakenBack, settleState } from './settle-state.ts'

/**
 * Carries a purchase one step further: orders it once it is paid for, or asks what became of it. It may
 * be cut off anywhere and run again: the order has one number for ever, and once it may have been sent,
 * the mall is asked before it is sent again.
 */
export async function followPurchase(
  services: Services,
  key: { readonly customer: CustomerNo; readonly loanSeqNo: string },
): Promise<void> {
  const { database } = services
  const order = await findOrderOfDraw(database, key)
  if (!order || order.purchase.state === 'returned') return
  const application = await findLoanApplication(database, key)
  if (application?.state !== 'paid') return

  try {
    await carryOn(services, order)
  } catch (cause) {
    report(services, order, cause)
  }
  const now = await findMallOrder(database, order)
  if (now && (await isToBeFollowed(services, now))) {
    await database.inTransaction((tx) => followLater(tx, services, now))
  }
}

/**
 * A mall that does not answer is asked again. What our own books refuse is the return of a loan that
 * has become another one: its money lies with the bank, and staff decide whose it is.
 */
function report({ log }: Services, { orderNo }: MallOrder, cause: unknown): void {
  if (cause instanceof Refused) {
    log.error('mall.return-not-booked', { orderNo, kind: cause.refusal.kind })
  } else {
    log.warn('mall.order-unknown', { reason: faultIn(cause) })
  }
}

async function carryOn(services: Services, order: MallOrder): Promise<void> {
  const answer = await (order.purchase.state === 'begun'
    ? askOrOrder(services, order)
    : services.providers.mall.orderState(order.orderNo))
  const { purchase } = order
  const isBack = answer.state === 'returning' || answer.state === 'returned'
  if (purchase.state === 'returning' && purchase.isAskedBack && !isBack) {
    return askBack(services, order)
  }
  await settle(services, order, answer)
}

async function askOrOrder(services: Services, order: MallOrder): Promise<PurchaseAnswer> {
  const { mall } = services.providers
  const { customer, orderNo, offerNo, price, loanSeqNo } = order
  if (order.toldAt !== undefined) {
    const answer = await mall.orderState(orderNo)
    if (answer.state !== 'unknown') return answer
  }
  const draw = await findDraw(services.database, { customer, drawNo: loanSeqNo })
  if (!draw) return { state: 'unknown' }
  await markTold(services.database, order, services.now())
  return mall.order({ orderNo, offerNo, price, paymentNo: draw.loanNo })
}

/** Asked again it is still one return, so a mall that may not have heard is asked once more. */
async function askBack(services: Services, order: MallOrder): Promise<void> {
  const said = await services.providers.mall.giveBack(order.orderNo)
  if (said.isTaken) return
  const { answer } = said
  if (answer.state === 'unknown' || answer.state === 'returned') return
  await notTakenBack(services, order, answer)
}

async function settle(services: Services, order: MallOrder, answer: PurchaseAnswer): Promise<void> {
  if (answer.state === 'unknown') return
  if (answer.state === 'returned') return settleReturn(services, order, answer)
  await settleState(services, order, answer)
}

/** Until it is back for good, or can't be given back any more. */
async function isToBeFollowed({ businessDate }: Services, { purchase }: MallOrder) {
  if (purchase.state === 'returned') return false
  const until = returnableUntil(purchase)
  return until === undefined || (await businessDate()) <= until
}
