import type { repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import { findCard, hasDebitAgreement, type Card } from '#features/cards/index.ts'
import { readBills } from '#features/repayment/read-bills.ts'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { digestOf } from '@qingzhou/platform/canonical-json'
import { requireCardLimits } from './card-limits.ts'
import { findOrder, type Order } from './order-store.ts'
import { insertOrder, type NewOrder } from './order-write-store.ts'
import { quoteRepayment } from '@qingzhou/lending/index'
import { requireSameRequest } from '@qingzhou/platform/idempotency'
import { newNo } from '@qingzhou/platform/ids'

type Deps = Pick<Services, 'database' | 'vault' | 'now'>

type Placing = Input<(typeof repaymentShapes)['place']>
type PlaceAnswer = Output<(typeof repaymentShapes)['place']>

/** Places an order for exactly the quoted amount; nothing is debited yet. */
export async function placeRepayment(
  services: Deps,
  caller: SignedInCaller,
  placing: Placing,
): Promise<PlaceAnswer> {
  return placeOrder(services, caller, {
    placing,
    quote: async () => {
      const quote = quoteRepayment(await readBills(services, caller.session.customer), placing.aim)
      if (quote.quoteId !== placing.quoteId) throw new Refused({ kind: 'repayment-quote-outdated' })
      const { aim, amount, validOn: quotedOn, quoteId, orderLines: lines } = quote
      return { aim, amount, quotedOn, quoteId, lines }
    },
  })
}

/** The payment method and the client's number. */
type Paying = Pick<Placing, 'requestNo' | 'payBy' | 'cardId'>
type QuotedOrder = Pick<NewOrder, 'aim' | 'amount' | 'quotedOn' | 'quoteId' | 'lines'>

/** The client chooses the number: a repeated request places one order. */
export async function placeOrder(
  services: Deps,
  caller: SignedInCaller,
  { placing, quote }: { readonly placing: Paying; readonly quote: () => Promise<QuotedOrder> },
): Promise<PlaceAnswer> {
  const { customer } = caller.session
  const { requestNo, payBy } = placing
  const key = { customer, requestNo }
  const fingerprint = digestOf(placing)
  const earlier = await findOrder(services.database, key)
  if (earlier) return answerOfEarlier(services, earlier, fingerprint)

  const card = await payingCard(services, caller, placing)
  const quoted = await quote()
  const order = {
    ...key,
    ...quoted,
    orderNo: newNo(),
    fingerprint,
    actor: 'customer',
    payBy,
    cardId: card?.cardId,
    placedAt: services.now(),
  } as const
  await services.database.inTransaction(async (tx) => {
    await requireCardLimits(tx, order)
    await insertOrder(tx, order)
  })
  // A concurrent request may have been first: return its order.
  const placed = await findOrder(services.database, key)
  if (!placed) throw new Refused({ kind: 'payment-unknown' })
  return answerOfEarlier(services, placed, fingerprint)
}

async function answerOfEarlier(
  services: Pick<Services, 'database'>,
  order: Order,
  fingerprint: Buffer,
): Promise<PlaceAnswer> {
  requireSameRequest(order, { fingerprint })
  const { requestNo, state } = order
  return { requestNo, state, needsCode: await needsCode(services, order) }
}

/** A card with a debit agreement pays without a code; a wallet has its own verification. */
export async function needsCode(
  { database }: Pick<Services, 'database'>,
  { customer, payBy, cardId }: Order,
): Promise<boolean> {
  if (payBy !== 'card' || cardId === undefined) return false
  return !(await hasDebitAgreement(database, { customer, cardId }))
}

async function payingCard(
  services: Deps,
  { session: { customer } }: SignedInCaller,
  { payBy, cardId }: Paying,
): Promise<Card | undefined> {
  if (payBy !== 'card') return undefined
  const card =
    cardId === undefined
      ? undefined
      : await findCard(services.database, services, { customer, cardId })
  if (!card) throw new Refused({ kind: 'card-unknown' })
  return card
}
