import { localDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '#platform/ids.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'

type RefundState = 'owed' | 'sent' | 'returned'
type Key = { readonly customer: CustomerNo; readonly refundNo: string }

export type RefundRecord = {
  readonly amount: Money
  readonly state: RefundState
  readonly cardId: string
  readonly owedSince: LocalDate
  readonly steps: readonly Step[]
}

type Step = { readonly state: RefundState | 'failed'; readonly at: Date }

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
  const steps = await db.query<{ state: Step['state']; at: Date }>(
    `SELECT state, business_moment(at) AS at FROM refund_steps
      WHERE customer_no = $1 AND refund_no = $2 ORDER BY step_no`,
    [customer, refundNo],
  )
  return {
    amount: fen(row.amount_fen),
    state: row.state,
    cardId: row.card_id,
    owedSince: localDate(row.owed_since),
    steps,
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
  { state, at }: Step,
): Promise<void> {
  await tx.query(
    `INSERT INTO refund_steps (customer_no, refund_no, step_no, state, at)
     SELECT $1, $2, count(*) + 1, $3, $4 FROM refund_steps
      WHERE customer_no = $1 AND refund_no = $2`,
    [customer, refundNo, state, at],
  )
}

type Row = {
  amount_fen: bigint
  state: RefundState
  card_id: string
  owed_since: string
}
