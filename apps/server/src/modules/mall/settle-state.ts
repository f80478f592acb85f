import { hearOf, keepIt } from '@qingzhou/domain/mall/purchase'
import type { Transaction } from '#database/database.ts'
import { inside } from '#database/inside.ts'
import { readBusinessDate } from '#modules/ledger/index.ts'
import { findDraw, noteReturn } from '#modules/lending/index.ts'
import { tell } from '#outbox/index.ts'
import type { PurchaseAnswer } from '#providers/mall/port.ts'
import type { Services } from '#services.ts'
import { lockMallOrder, savePurchase, type MallOrder } from './mall-order-store.ts'
import { deliveredMessage, notTakenBackMessage } from './messages.ts'

type Moved = Extract<PurchaseAnswer, { state: 'ordered' | 'sent' | 'delivered' | 'returning' }>

/** Takes the mall's word on where an order is, whoever brought it, and once. */
export async function settleState(
  services: Services,
  { customer, orderNo }: MallOrder,
  { state, reason }: Moved,
): Promise<void> {
  await services.database.inTransaction(async (tx) => {
    const order = await lockMallOrder(tx, { customer, orderNo })
    if (!order) return
    const purchase = hearOf(order.purchase, { state, on: await readBusinessDate(tx) })
    if (purchase === order.purchase) return
    const changedAt = services.now()
    await savePurchase(tx, order, { purchase, reason, changedAt })
    // A return of the mall's own: the loan must not become another one meanwhile.
    if (state === 'returning') await noteReturning(tx, services, { order, event: 'asked' })
    if (state !== 'delivered') return
    const text = deliveredMessage({ ...order, purchase })
    const messageNo = `${orderNo}-delivered`
    await tell(tx, services, { customer, kind: 'purchase-delivered', messageNo, text })
  })
}

/** The mall said no to a return: all is as it was, and the borrower hears why. */
export async function notTakenBack(
  services: Services,
  { customer, orderNo }: MallOrder,
  { state, reason }: Moved,
): Promise<void> {
  await services.database.inTransaction(async (tx) => {
    const order = await lockMallOrder(tx, { customer, orderNo })
    if (!order) return
    const purchase = keepIt(order.purchase, { state, on: await readBusinessDate(tx) })
    if (purchase === order.purchase) return
    const changedAt = services.now()
    await savePurchase(tx, order, { purchase, reason, changedAt })
    await noteReturning(tx, services, { order, event: 'called-off' })
    const messageNo = `${orderNo}-kept-${changedAt.getTime()}`
    const text = notTakenBackMessage(order, reason)
    await tell(tx, services, { customer, kind: 'purchase-kept', messageNo, text })
  })
}

/** Tells the books that the goods are on their way back, or no longer. */
export async function noteReturning(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  { order, event }: { readonly order: MallOrder; readonly event: 'asked' | 'called-off' },
): Promise<void> {
  const { customer, orderNo, loanSeqNo } = order
  const draw = await findDraw(tx, { customer, drawNo: loanSeqNo })
  if (!draw) return
  const requestNo = `${orderNo}-${event}-${now().getTime()}`
  const act = { customer, requestNo, actor: 'system' }
  await noteReturn({ database: inside(tx), now }, act, { loanNo: draw.loanNo, event })
}
