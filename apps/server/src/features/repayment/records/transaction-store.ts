import type {
  TransactionKind,
  TransactionState,
} from '@qingzhou/contract/features/repayment/transactions'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { OrderAim } from '@qingzhou/lending/index'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'

/** One draw, payment order, conversion or refund, whatever became of it. */
export type TransactionRecord = {
  readonly kind: TransactionKind
  readonly transactionNo: string
  readonly state: TransactionState
  readonly amount: Money
  readonly on: LocalDate
  readonly at: Date
  readonly reason: string | undefined
  /** Of a draw. */
  readonly purpose: string | undefined
  /** Of a repayment. */
  readonly paidAs: OrderAim['kind'] | 'conversion' | undefined
  readonly isAutomatic: boolean
  readonly cardId: string | undefined
  /** The loan of a disbursed draw. */
  readonly loanNo: string | undefined
  /** The number of loans that a repayment is for. */
  readonly loanCount: number
  /** The bank declined the last attempt of a refund. */
  readonly isRetried: boolean
}

export type TransactionPage = {
  readonly kinds: readonly TransactionKind[]
  readonly states: readonly TransactionState[]
  /** The first day; undefined for all. */
  readonly since: LocalDate | undefined
  readonly today: LocalDate
  readonly from: number
  readonly count: number
}

/** A draw that was not verified in time was cancelled; one that the bank declined has failed. */
const DRAWS = `
  SELECT 'draw' AS kind, draws.draw_no AS transaction_no,
         CASE WHEN loans.reversed_on IS NOT NULL THEN 'cancelled'
              WHEN draws.state = 'booked' THEN 'done'
              WHEN draws.state = 'released' AND draw_applications.executed_at IS NULL THEN 'cancelled'
              WHEN draws.state = 'released' THEN 'failed'
              WHEN draw_applications.executed_at IS NULL THEN 'unconfirmed'
              ELSE 'processing' END AS state,
         draws.amount_fen, draws.reserved_on AS on_day, draws.reserved_at AS at, draw_applications.reason,
         draws.purpose, NULL AS paid_as, false AS is_automatic, draws.card_id, loans.loan_no,
         1 AS loan_count, false AS is_retried
    FROM draws
    LEFT JOIN draw_applications ON draw_applications.customer_no = draws.customer_no
                               AND draw_applications.draw_no = draws.draw_no
    LEFT JOIN loans ON loans.customer_no = draws.customer_no AND loans.loan_no = draws.loan_no
   WHERE draws.customer_no = $1`

/** An order can be confirmed on the day of its quote only. */
const ORDERS = `
  SELECT 'repayment', request_no,
         CASE WHEN state IN ('paid', 'partly') THEN 'done'
              WHEN state = 'closed' OR (state = 'confirming' AND quoted_on < $5) THEN 'cancelled'
              WHEN state = 'confirming' THEN 'unconfirmed'
              ELSE state END,
         amount_fen, quoted_on, placed_at, reason, NULL, kind, actor = 'system',
         coalesce(card_id, pay_by), NULL,
         (SELECT count(*)::integer FROM payment_order_lines
           WHERE payment_order_lines.customer_no = payment_orders.customer_no
             AND payment_order_lines.request_no = payment_orders.request_no), false
    FROM payment_orders WHERE customer_no = $1`

/** A bill that a new plan has replaced: booked as a payment, without an order. */
const CONVERSIONS = `
  SELECT 'repayment', payment_no, 'done', sum(amount_fen)::bigint, max(paid_on), max(received_at),
         NULL, NULL, 'conversion', false, NULL, NULL, count(*)::integer, false
    FROM payments WHERE customer_no = $1 AND kind = 'conversion' GROUP BY payment_no`

const REFUNDS = `
  SELECT 'refund', refund_no, CASE state WHEN 'returned' THEN 'done' WHEN 'cancelled' THEN 'cancelled'
                                   ELSE 'processing' END,
         amount_fen, owed_since, coalesce(steps.since, owed_since::timestamptz), NULL, NULL, NULL,
         false, card_id, NULL, 1, state = 'owed' AND steps.count > 1
    FROM refunds
    CROSS JOIN LATERAL (SELECT min(changed_at) AS since, count(*) FROM refund_steps
                         WHERE refund_steps.customer_no = refunds.customer_no
                           AND refund_steps.refund_no = refunds.refund_no) AS steps
   WHERE customer_no = $1`

/** The transactions of a customer, the newest first. */
export async function listTransactions(
  db: Queryable,
  customer: CustomerNo,
  page: TransactionPage,
): Promise<readonly TransactionRecord[]> {
  const rows = await db.query<Row>(
    `SELECT kind, transaction_no, state, amount_fen, on_day, business_moment(at) AS at, reason,
            purpose, paid_as, is_automatic, card_id, loan_no, loan_count, is_retried
       FROM (${DRAWS} UNION ALL ${ORDERS} UNION ALL ${CONVERSIONS} UNION ALL ${REFUNDS}) AS record
      WHERE kind = ANY ($2) AND state = ANY ($3) AND ($4::date IS NULL OR on_day >= $4)
      ORDER BY on_day DESC, record.at DESC, transaction_no LIMIT $7 OFFSET $6`,
    [customer, page.kinds, page.states, page.since ?? null, page.today, page.from, page.count],
  )
  return rows.map(transactionOf)
}

type Row = {
  kind: TransactionKind
  transaction_no: string
  state: TransactionState
  amount_fen: bigint
  on_day: LocalDate
  at: Date
  reason: string | null
  purpose: string | null
  paid_as: OrderAim['kind'] | 'conversion' | null
  is_automatic: boolean
  card_id: string | null
  loan_no: string | null
  loan_count: number
  is_retried: boolean
}

function transactionOf(row: Row): TransactionRecord {
  return {
    kind: row.kind,
    transactionNo: row.transaction_no,
    state: row.state,
    amount: fen(row.amount_fen),
    on: row.on_day,
    at: row.at,
    reason: row.reason ?? undefined,
    purpose: row.purpose ?? undefined,
    paidAs: row.paid_as ?? undefined,
    isAutomatic: row.is_automatic,
    cardId: row.card_id ?? undefined,
    loanNo: row.loan_no ?? undefined,
    loanCount: row.loan_count,
    isRetried: row.is_retried,
  }
}
