import { randomUUID } from 'node:crypto'
import type { repaymentShapes } from '@qingzhou/contract/repayment'
import type { Input, Output } from '@qingzhou/contract/shape'
import type { SignedInCaller } from '#caller.ts'
import { findCard, hasDebitAgreement } from '#modules/cards/index.ts'
import { readBills } from '#modules/repayment/read-bills.ts'
import { Refused } from '#refused.ts'
import type { Services } from '#services.ts'
import { fingerprintOf } from '#fingerprint.ts'
import { findOrder, type Order } from './order-store.ts'
import { insertOrder } from './order-writes.ts'
import { quoteRepayment } from './quote-repayment.ts'

type Placing = Input<(typeof repaymentShapes)['place']>
type Placed = Output<(typeof repaymentShapes)['place']>

/**
 * Places an order for exactly what was quoted. Nothing is collected yet.
 *
 * The phone chooses `repaySeqNo`; placed twice with the same number, it is one order.
 */
export async function placeRepayment(
  services: Services,
  caller: SignedInCaller,
  placing: Placing,
): Promise<Placed> {
  const { customer } = caller.session
  const key = { customer, repaySeqNo: placing.repaySeqNo }
  const fingerprint = fingerprintOf(placing)
  const earlier = await findOrder(services.database, key)
  if (earlier) return placedBefore(services, earlier, fingerprint)

  const cardId = await payingCard(services, caller, placing)
  const quote = quoteRepayment(await readBills(services, customer), placing.aim)
  if (quote.quoteId !== placing.quoteId) throw new Refused({ kind: 'repayment-quote-outdated' })

  await services.database.inTransaction((tx) =>
    insertOrder(tx, {
      ...key,
      orderNo: randomUUID(),
      fingerprint,
      kind: quote.kind,
      actor: 'customer',
      payBy: placing.payBy,
      cardId,
      amount: quote.amount,
      quotedOn: quote.validOn,
      quoteId: quote.quoteId,
      placedAt: services.now(),
      lines: quote.orderLines,
    }),
  )
  // Another tap may have been first: what lies there now is the order.
  const order = await findOrder(services.database, key)
  if (!order) throw new Refused({ kind: 'payment-unknown' })
  return placedBefore(services, order, fingerprint)
}

async function placedBefore(
  services: Services,
  order: Order,
  fingerprint: Buffer,
): Promise<Placed> {
  if (!order.fingerprint.equals(fingerprint)) throw new Refused({ kind: 'number-taken' })
  const { repaySeqNo, state } = order
  return { repaySeqNo, state, needsCode: await needsCode(services, order) }
}

/** A card whose debit was agreed to before pays without a code; a wallet asks for its own proof. */
export async function needsCode(
  { database }: Services,
  { customer, payBy, cardId }: Order,
): Promise<boolean> {
  if (payBy !== 'card' || cardId === undefined) return false
  return !(await hasDebitAgreement(database, { customer, cardId }))
}

async function payingCard(
  services: Services,
  { session: { customer } }: SignedInCaller,
  { payBy, cardId }: Placing,
): Promise<string | undefined> {
  if (payBy !== 'card') return undefined
  const card =
    cardId === undefined
      ? undefined
      : await findCard(services.database, services, { customer, cardId })
  if (!card) throw new Refused({ kind: 'card-unknown' })
  return card.cardId
}
