import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { applyMallStatus, rejectReturn, returnableUntil } from '@qingzhou/domain/mall/purchase'
import { inside, type Transaction } from '@qingzhou/platform/database/database'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import { findDraw, recordReturn } from '@qingzhou/lending/index'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import type { PurchaseAnswer } from '@qingzhou/providers/mall/port'
import type { Services } from '#services.ts'
import { lockMallOrder, savePurchase, type MallOrder } from './mall-order-store.ts'
import { displayYuan, ZERO, type Money } from '@qingzhou/domain/money/money'
import { smsOf, type Sms } from '@qingzhou/platform/sms/sms-templates'

type Deps = Pick<Services, 'database' | 'vault' | 'tasks' | 'now'>

type MovedState = Extract<PurchaseAnswer, { state: 'ordered' | 'sent' | 'delivered' | 'returning' }>

/** Applies the mall's state of an order, from a poll or a callback, and once. */
export async function settleState(
  services: Deps,
  settled: MallOrder,
  { state, reason }: MovedState,
): Promise<void> {
  await services.database.inTransaction(async (tx) => {
    const moved = await move(tx, services, { ...settled, reason }, (purchase, on) =>
      applyMallStatus(purchase, { state, on }),
    )
    if (!moved) return
    const { customer, orderNo } = moved
    // The mall started the return: from now on the loan must not be restructured.
    if (state === 'returning')
      await recordReturnState(tx, services, { order: moved, event: 'asked' })
    if (state !== 'delivered') return
    const messageNo = `${orderNo}-delivered`
    await enqueueSms(tx, services, { customer, messageNo, sms: deliveredMessage(moved) })
  })
}

/**
 * The mall declined a return: the order is as before, and the borrower gets an SMS with the reason.
 */
export async function settleDeclinedReturn(
  services: Deps,
  refused: MallOrder,
  { state, reason }: MovedState,
): Promise<void> {
  await services.database.inTransaction(async (tx) => {
    const moved = await move(tx, services, { ...refused, reason }, (purchase, on) =>
      rejectReturn(purchase, { state, on }),
    )
    if (!moved) return
    const { customer, orderNo } = moved
    await recordReturnState(tx, services, { order: moved, event: 'called-off' })
    const messageNo = `${orderNo}-kept-${services.now().getTime()}`
    const sms = notTakenBackMessage(moved, reason)
    await enqueueSms(tx, services, { customer, messageNo, sms })
  })
}

/** Applies and saves a step of an order; undefined if it changes nothing. */
async function move(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  { customer, orderNo, reason }: MallOrder & { readonly reason: MovedState['reason'] },
  step: (purchase: MallOrder['purchase'], on: LocalDate) => MallOrder['purchase'],
): Promise<MallOrder | undefined> {
  const order = await lockMallOrder(tx, { customer, orderNo })
  if (!order) return undefined
  const purchase = step(order.purchase, await readBusinessDate(tx))
  if (purchase === order.purchase) return undefined
  await savePurchase(tx, order, { purchase, reason, changedAt: now() })
  return { ...order, purchase }
}

/** Records on the loan that a return is in progress, or no longer. */
export async function recordReturnState(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  { order, event }: { readonly order: MallOrder; readonly event: 'asked' | 'called-off' },
): Promise<void> {
  const { customer, orderNo, drawNo } = order
  const draw = await findDraw(tx, { customer, drawNo })
  if (!draw) return
  const requestNo = `${orderNo}-${event}-${now().getTime()}`
  const act = { customer, requestNo, actor: 'system' }
  await recordReturn({ database: inside(tx), now }, act, { loanNo: draw.loanNo, event })
}

function deliveredMessage({ name: goods, purchase }: MallOrder): Sms {
  const until = returnableUntil(purchase)
  if (until === undefined) return smsOf('purchase-delivered', { goods })
  return smsOf('purchase-delivered/returnable', { goods, until })
}

function notTakenBackMessage({ name: goods }: MallOrder, reason: string | undefined): Sms {
  if (reason === undefined) return smsOf('purchase-kept', { goods })
  return smsOf('purchase-kept/reason', { goods, reason })
}

export function returnedMessage(
  { name: goods, price }: MallOrder,
  { refunded, reason }: { readonly refunded: Money; readonly reason: string | undefined },
): Sms {
  const known = { goods, amount: displayYuan(price) }
  const refund = displayYuan(refunded)
  if (refunded > ZERO) {
    return reason === undefined
      ? smsOf('purchase-returned/refund', { ...known, refund })
      : smsOf('purchase-returned/reason-refund', { ...known, reason, refund })
  }
  return reason === undefined
    ? smsOf('purchase-returned', known)
    : smsOf('purchase-returned/reason', { ...known, reason })
}
