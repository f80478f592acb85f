import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { OrderAim, OrderLine } from '@qingzhou/lending/index'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'

export type OrderState = 'confirming' | 'processing' | 'paid' | 'partly' | 'failed' | 'closed'
export type PayBy = 'card' | 'wallet' | 'messenger'
export type OrderKey = { readonly customer: CustomerNo; readonly requestNo: string }

/** A payment order. */
export type Order = OrderKey & {
  /** The order's number at the bank or the app. */
  readonly orderNo: string
  readonly fingerprint: Buffer
  readonly aim: OrderAim
  readonly state: OrderState
  readonly actor: 'customer' | 'system'
  readonly payBy: PayBy
  readonly cardId: string | undefined
  /** The agreement by which the payment app is told to debit, if it is. */
  readonly agreementNo?: string | undefined
  readonly amount: Money
  readonly quotedOn: LocalDate
  /** The quote of the order; undefined for automatic debits. */
  readonly quoteId: string | undefined
  readonly placedAt: Date
  readonly confirmedAt: Date | undefined
  /** From this time on the provider may know the order. */
  readonly orderedAt: Date | undefined
  readonly reason: string | undefined
}

/**
 * Whether money for an order may still arrive. The page of an order in an app can be opened until it
 * expires, also after the order was given up: what is paid there is booked.
 */
export function mayBePaid({ state, payBy, orderedAt }: Order): boolean {
  if (state === 'processing') return true
  return state === 'closed' && payBy !== 'card' && orderedAt !== undefined
}

const SELECT = `
  SELECT customer_no, request_no, order_no, fingerprint, aim, state, actor, pay_by, card_id, agreement_no,
         amount_fen,
         quoted_on, quote_id, placed_at, confirmed_at, ordered_at, reason
    FROM payment_orders`
const BY_NUMBER = `${SELECT} WHERE customer_no = $1 AND request_no = $2`

export async function findOrder(
  db: Queryable,
  { customer, requestNo }: OrderKey,
): Promise<Order | undefined> {
  const [row] = await db.query<Row>(BY_NUMBER, [customer, requestNo])
  return row && orderOf(row)
}

/** Finds an order by its number at the bank or the app. */
export async function findOrderByOrderNo(
  db: Queryable,
  { customer, orderNo }: { readonly customer: CustomerNo; readonly orderNo: string },
): Promise<Order | undefined> {
  const [row] = await db.query<Row>(`${SELECT} WHERE customer_no = $1 AND order_no = $2`, [
    customer,
    orderNo,
  ])
  return row && orderOf(row)
}

/** Orders whose numbers start with a prefix, in the order of placement. */
export async function listOrdersByPrefix(
  db: Queryable,
  { customer, beginning }: { readonly customer: CustomerNo; readonly beginning: string },
): Promise<Order[]> {
  const rows = await db.query<Row>(
    `${SELECT} WHERE customer_no = $1 AND starts_with(request_no, $2)
      ORDER BY placed_at, request_no`,
    [customer, beginning],
  )
  return rows.map(orderOf)
}

/** Locks the row: the second of two concurrent changes waits and sees the new state. */
export async function lockOrder(
  tx: Transaction,
  { customer, requestNo }: OrderKey,
): Promise<Order | undefined> {
  const [row] = await tx.query<Row>(`${BY_NUMBER} FOR UPDATE`, [customer, requestNo])
  return row && orderOf(row)
}

/** The newest unsettled order, for a borrower who comes back to it. */
export async function findOpenOrder(
  db: Queryable,
  customer: CustomerNo,
): Promise<{ requestNo: string; state: OrderState; amount: Money } | undefined> {
  const [row] = await db.query<Row>(
    `${SELECT} WHERE customer_no = $1 AND state = 'processing' ORDER BY placed_at DESC LIMIT 1`,
    [customer],
  )
  return row && { requestNo: row.request_no, state: row.state, amount: fen(row.amount_fen) }
}

/**
 * The unsettled order that a new payment of these loans would meet: one in progress for any of them,
 * or else one for the same quote that is not confirmed.
 */
export async function findOrderUnderWay(
  db: Queryable,
  {
    customer,
    loanNos,
    quoteId,
  }: {
    readonly customer: CustomerNo
    readonly loanNos: readonly string[]
    readonly quoteId: string
  },
): Promise<Order | undefined> {
  const [row] = await db.query<Row>(
    `${SELECT} WHERE customer_no = $1
        AND (state = 'confirming' AND quote_id = $3
             OR state = 'processing' AND request_no IN (
                  SELECT request_no FROM payment_order_lines
                   WHERE customer_no = $1 AND loan_no = ANY ($2) AND is_running))
      ORDER BY state = 'processing' DESC, placed_at DESC LIMIT 1`,
    [customer, loanNos, quoteId],
  )
  return row && orderOf(row)
}

/** The total of the payments by a card on a business date, without those that took no money. */
export async function cardTotalOn(
  db: Queryable,
  {
    customer,
    cardId,
    day,
    without = '',
  }: {
    readonly customer: CustomerNo
    readonly cardId: string
    readonly day: LocalDate
    /** An order that is not counted. */
    readonly without?: string
  },
): Promise<Money> {
  const [row] = await db.query<{ total_fen: bigint }>(
    `SELECT coalesce(sum(amount_fen), 0)::bigint AS total_fen FROM payment_orders
      WHERE customer_no = $1 AND card_id = $2 AND quoted_on = $3 AND request_no <> $4
        AND state IN ('processing', 'paid', 'partly')`,
    [customer, cardId, day, without],
  )
  return fen(row?.total_fen ?? 0n)
}

/** The orders in progress for waiver offers, by offer. */
export async function findOrdersOfOffers(
  db: Queryable,
  customer: CustomerNo,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ offer_no: string; request_no: string }>(
    `SELECT offer_no, request_no FROM payment_orders
      WHERE customer_no = $1 AND state = 'processing' AND offer_no IS NOT NULL`,
    [customer],
  )
  return new Map(rows.map((row) => [row.offer_no, row.request_no]))
}

/** The loans with a payment in progress. */
export async function loansBeingPaid(
  db: Queryable,
  customer: CustomerNo,
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ loan_no: string }>(
    'SELECT loan_no FROM payment_order_lines WHERE customer_no = $1 AND is_running',
    [customer],
  )
  return new Set(rows.map((row) => row.loan_no))
}

export async function listOrderLines(
  db: Queryable,
  { customer, requestNo }: OrderKey,
): Promise<OrderLine[]> {
  const rows = await db.query<{ loan_no: string; last_n: number | null; amount_fen: bigint }>(
    `SELECT loan_no, last_n, amount_fen FROM payment_order_lines
      WHERE customer_no = $1 AND request_no = $2 ORDER BY loan_no`,
    [customer, requestNo],
  )
  return rows.map((row) => ({
    loanNo: row.loan_no,
    through: row.last_n ?? undefined,
    amount: fen(row.amount_fen),
  }))
}

/** The amount of an early repayment is the amount of its order. */
type StoredAim =
  | Exclude<OrderAim, { kind: 'earlyPart' }>
  | Omit<Extract<OrderAim, { kind: 'earlyPart' }>, 'amount'>

function aimOf({ aim, amount_fen: amount }: Row): OrderAim {
  return aim.kind === 'earlyPart' ? { ...aim, amount: fen(amount) } : aim
}

export function storedAim(aim: OrderAim): StoredAim {
  if (aim.kind !== 'earlyPart') return aim
  const { amount: _, ...stored } = aim
  return stored
}

type Row = {
  customer_no: CustomerNo
  request_no: string
  order_no: string
  fingerprint: Buffer
  aim: StoredAim
  state: OrderState
  actor: 'customer' | 'system'
  pay_by: PayBy
  card_id: string | null
  agreement_no: string | null
  amount_fen: bigint
  quoted_on: LocalDate
  quote_id: string | null
  placed_at: Date
  confirmed_at: Date | null
  ordered_at: Date | null
  reason: string | null
}

function orderOf(row: Row): Order {
  return {
    customer: row.customer_no,
    requestNo: row.request_no,
    orderNo: row.order_no,
    fingerprint: row.fingerprint,
    aim: aimOf(row),
    state: row.state,
    actor: row.actor,
    payBy: row.pay_by,
    cardId: row.card_id ?? undefined,
    agreementNo: row.agreement_no ?? undefined,
    amount: fen(row.amount_fen),
    quotedOn: row.quoted_on,
    quoteId: row.quote_id ?? undefined,
    placedAt: row.placed_at,
    confirmedAt: row.confirmed_at ?? undefined,
    orderedAt: row.ordered_at ?? undefined,
    reason: row.reason ?? undefined,
  }
}
