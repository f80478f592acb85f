import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { hearOf, keepIt } from '@qingzhou/domain/mall/purchase'
import type { Transaction } from '#platform/database/database.ts'
import { inside } from '#platform/database/inside.ts'
import { readBusinessDate } from '#lending/ledger/index.ts'
import { findDraw, noteReturn } from '#lending/index.ts'
import { enqueueSms } from '#platform/outbox/index.ts'
import type { PurchaseAnswer } from '#providers/mall/port.ts'
import type { Services } from '#platform/services.ts'
import { lockMallOrder, savePurchase, type MallOrder } from './mall-order-store.ts'
import { deliveredMessage, notTakenBackMessage } from './messages.ts'

type Moved = Extract<PurchaseAnswer, { state: 'ordered' | 'sent' | 'delivered' | 'returning' }>

/** Takes the mall's word on where an order is, whoever brought it, and once. */
export async function settleState(
  services: Services,
  settled: MallOrder,
  { state, reason }: Moved,
): Promise<void> {
  await services.database.inTransaction(async (tx) => {
    const moved = await move(tx, services, { ...settled, reason }, (purchase, on) =>
      hearOf(purchase, { state, on }),
    )
    if (!moved) return
    const { customer, orderNo } = moved
    // A return of the mall's own: the loan must not become another one meanwhile.
    if (state === 'returning') await noteReturning(tx, services, { order: moved, event: 'asked' })
    if (state !== 'delivered') return
    const messageNo = `${orderNo}-delivered`
    const text = deliveredMessage(moved)
    await enqueueSms(tx, services, { customer, kind: 'purchase-delivered', messageNo, text })
  })
}

/** The mall said no to a return: all is as it was, and the borrower hears why. */
export async function notTakenBack(
  services: Services,
  refused: MallOrder,
  { state, reason }: Moved,
): Promise<void> {
  await services.database.inTransaction(async (tx) => {
    const moved = await move(tx, services, { ...refused, reason }, (purchase, on) =>
      keepIt(purchase, { state, on }),
    )
    if (!moved) return
    const { customer, orderNo } = moved
    await noteReturning(tx, services, { order: moved, event: 'called-off' })
    const messageNo = `${orderNo}-kept-${services.now().getTime()}`
    const text = notTakenBackMessage(moved, reason)
    await enqueueSms(tx, services, { customer, kind: 'purchase-kept', messageNo, text })
  })
}

/** The order after the step, written down; nothing where the step changes nothing. */
async function move(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  { customer, orderNo, reason }: MallOrder & { readonly reason: Moved['reason'] },
  step: (purchase: MallOrder['purchase'], on: LocalDate) => MallOrder['purchase'],
): Promise<MallOrder | undefined> {
  const order = await lockMallOrder(tx, { customer, orderNo })
  if (!order) return undefined
  const purchase = step(order.purchase, await readBusinessDate(tx))
  if (purchase === order.purchase) return undefined
  await savePurchase(tx, order, { purchase, reason, changedAt: now() })
  return { ...order, purchase }
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
