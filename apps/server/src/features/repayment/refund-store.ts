import { localDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { PayProvider } from '@qingzhou/providers/records/bank-order-store'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'

type RefundState = 'owed' | 'sent' | 'returned' | 'cancelled'
type Key = { readonly customer: CustomerNo; readonly refundNo: string }

export type RefundRecord = {
  readonly amount: Money
  readonly state: RefundState
  readonly cardId: string
  readonly owedSince: LocalDate
  readonly steps: readonly Step[]
}

type Step = {
  readonly state: RefundState | 'failed'
  readonly at: Date
  /** Who was told to refund; the bank for refunds of older versions. */
  readonly sentBy?: PayProvider | undefined
}

/** Finds a refund with its steps. */
export async function findRefund(
  db: Queryable,
  { customer, refundNo }: Key,
): Promise<RefundRecord | undefined> {
  const [row] = await db.query<Row>(
    `SELECT amount_fen, state, card_id, owed_since FROM refunds
      WHERE customer_no = $1 AND refund_no = $2`,
    [customer, refundNo],
  )
  if (!row) return undefined
  const steps = await db.query<{ state: Step['state']; at: Date; sent_by: PayProvider | null }>(
    `SELECT state, business_moment(changed_at) AS at, sent_by FROM refund_steps
      WHERE customer_no = $1 AND refund_no = $2 ORDER BY step_no`,
    [customer, refundNo],
  )
  return {
    amount: fen(row.amount_fen),
    state: row.state,
    cardId: row.card_id,
    owedSince: localDate(row.owed_since),
    steps: steps.map(({ sent_by: sentBy, ...step }) => ({ ...step, sentBy: sentBy ?? undefined })),
  }
}

/** The refunds of a customer that are not returned yet. */
export async function refundsUnderWay(
  db: Queryable,
  customer: CustomerNo,
): Promise<{ readonly refundNo: string; readonly amount: Money }[]> {
  const rows = await db.query<{ refund_no: string; amount_fen: bigint }>(
    `SELECT refund_no, amount_fen FROM refunds
      WHERE customer_no = $1 AND state <> 'returned' ORDER BY owed_since, refund_no`,
    [customer],
  )
  return rows.map((row) => ({ refundNo: row.refund_no, amount: fen(row.amount_fen) }))
}

/** Locks the row: the second of two concurrent changes waits and sees the new state. */
export async function lockRefund(tx: Transaction, key: Key): Promise<RefundRecord | undefined> {
  await tx.query(`SELECT FROM refunds WHERE customer_no = $1 AND refund_no = $2 FOR UPDATE`, [
    key.customer,
    key.refundNo,
  ])
  return findRefund(tx, key)
}

/** Records a step in the transaction that changes the state. */
export async function recordRefundStep(
  tx: Transaction,
  { customer, refundNo }: Key,
  { state, at, sentBy }: Step,
): Promise<void> {
  await tx.query(
    `INSERT INTO refund_steps (customer_no, refund_no, step_no, state, changed_at, sent_by)
     SELECT $1, $2, count(*) + 1, $3, $4, $5 FROM refund_steps
      WHERE customer_no = $1 AND refund_no = $2`,
    [customer, refundNo, state, at, sentBy ?? null],
  )
}

/** The payment that a refund belongs to. */
export type Original = {
  readonly by: PayProvider
  readonly orderNo: string
  readonly amount: Money
}

/** Undefined for a refund that is not about one payment. */
export async function findOriginal(
  db: Queryable,
  { customer, refundNo }: Key,
): Promise<Original | undefined> {
  // The number of a refund is that of its payment, which is the number of the order with a line.
  const [row] = await db.query<{
    pay_by: 'card' | 'wallet' | 'messenger'
    order_no: string
    amount_fen: bigint
  }>(
    `SELECT pay_by, order_no, amount_fen FROM payment_orders
      WHERE customer_no = $1 AND request_no = regexp_replace($2, '-[0-9]+$', '')
        AND state IN ('paid', 'partly')
        AND EXISTS (SELECT FROM payments WHERE customer_no = $1 AND payment_no = $2)`,
    [customer, refundNo],
  )
  if (!row) return undefined
  const by = row.pay_by === 'card' ? 'bank' : row.pay_by
  return { by, orderNo: row.order_no, amount: fen(row.amount_fen) }
}

type Row = {
  amount_fen: bigint
  state: RefundState
  card_id: string
  owed_since: string
}
