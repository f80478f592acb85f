import type { ExceptionKind } from '@qingzhou/contract/features/console/queues'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen, type Money } from '@qingzhou/domain/money/money'
import { NOT_ACCEPTED } from '#features/order-watch/index.ts'
import type { Queryable } from '@qingzhou/platform/database/database'

/** An open exception, from the table that it is about. */
export type QueuedException = {
  readonly exceptionNo: string
  readonly kind: ExceptionKind
  readonly subject: string
  readonly subjectNo: string
  /** Empty if none is known. */
  readonly customer: string
  readonly since: Date
  readonly amount: Money | undefined
  readonly details: string | undefined
  /** The day of a transfer or of a night. */
  readonly day: LocalDate | undefined
  readonly claimedBy: string | undefined
  /** When a member of staff last had the system try again. */
  readonly triedAt: Date | undefined
  readonly openProposal: string | undefined
}

/**
 * Every open exception. What is at risk of a difference is the amount that one side has and the other
 * has not; of a loan, all that is owed. The number is a digest of the key of its row.
 */
const FOUND = `
  SELECT transfer_differences.provider || ' ' || transferred_on || ' ' || order_no AS key,
         CASE WHEN finding = 'missing-with-us' AND bank_orders.order_no IS NULL
              THEN 'unmatched' ELSE 'difference' END AS kind,
         coalesce(bank_orders.customer_no, '') AS customer_no,
         transfer_differences.provider AS subject, transfer_differences.order_no AS subject_no,
         found_at AS since,
         CASE finding WHEN 'missing-with-us' THEN reported_fen WHEN 'missing-with-them' THEN booked_fen
              ELSE abs(reported_fen - booked_fen) END AS amount_fen,
         finding AS details, transferred_on AS day
    FROM transfer_differences LEFT JOIN bank_orders USING (order_no)
   WHERE settled_at IS NULL AND resolution IS NULL
   UNION ALL
  SELECT concat_ws(' ', found.kind, found.customer_no, subject, subject_no),
         CASE found.kind WHEN 'order-late' THEN 'order-unknown' WHEN 'task-dead' THEN 'task-given-up'
              ELSE found.kind END,
         found.customer_no, subject, subject_no, least(since, found_at),
         CASE WHEN found.kind = 'loan-differs' THEN
                (SELECT fee_fen + penalty_fen + interest_fen + principal_fen FROM loan_balances
                  WHERE customer_no = found.customer_no AND loan_no = subject_no)
              WHEN found.kind <> 'order-late' THEN NULL
              WHEN subject IN ('disbursement', 'unverified-draw') THEN
                (SELECT amount_fen FROM draws
                  WHERE customer_no = found.customer_no AND draw_no = subject_no)
              WHEN subject = 'collection' THEN
                (SELECT amount_fen FROM payment_orders
                  WHERE customer_no = found.customer_no AND request_no = subject_no)
              WHEN subject = 'refund' THEN
                (SELECT amount_fen FROM refunds
                  WHERE customer_no = found.customer_no AND refund_no = subject_no)
              WHEN subject IN ('mall-order', 'mall-delivery') THEN
                (SELECT price_fen FROM mall_orders
                  WHERE customer_no = found.customer_no AND order_no = subject_no) END,
         details, NULL::date
    FROM operational_exceptions AS found
   WHERE resolved_at IS NULL
     AND ${NOT_ACCEPTED}
     AND NOT (found.kind = 'order-late' AND subject = 'refund' AND EXISTS (
                SELECT FROM refunds JOIN refund_steps AS step USING (customer_no, refund_no)
                 WHERE refunds.customer_no = found.customer_no AND refund_no = subject_no
                   AND refunds.state = 'owed' AND step.state = 'failed'))
     AND found.kind <> 'order-without-task'
   UNION ALL
  SELECT 'night ' || failed.customer_no || ' ' || failed.loan_no, 'night-failed',
         failed.customer_no, 'accrual', failed.loan_no, failed_at,
         fee_fen + penalty_fen + interest_fen + principal_fen, reason, business_date
    FROM end_of_day_failures AS failed LEFT JOIN loan_balances USING (customer_no, loan_no)
   UNION ALL
  SELECT 'refund ' || refunds.customer_no || ' ' || refund_no, 'refund-failed',
         refunds.customer_no, 'refund', refund_no, failed.since, amount_fen,
         failed.times::text, NULL::date
    FROM refunds JOIN LATERAL (
           SELECT min(changed_at) AS since, count(*) AS times FROM refund_steps AS step
            WHERE step.customer_no = refunds.customer_no AND step.refund_no = refunds.refund_no
              AND step.state = 'failed') AS failed ON failed.times > 0
   WHERE refunds.state = 'owed'`

const QUEUED = `
  SELECT 'E' || upper(left(md5(found.key), 10)) AS exception_no, found.*, claim.claimed_by,
         (SELECT max(done_at) FROM staff_queue_events
           WHERE queue = 'exceptions' AND item_no = 'E' || upper(left(md5(found.key), 10))
             AND act IN ('ask', 'retry', 'rerun', 'verify') AND done_at >= found.since) AS tried_at,
         (SELECT max(event.proposal_no) FROM staff_queue_events AS event
            JOIN proposals ON proposals.proposal_no = event.proposal_no
           WHERE queue = 'exceptions' AND item_no = 'E' || upper(left(md5(found.key), 10))
             AND proposals.state = 'proposed') AS open_proposal
    FROM (${FOUND}) AS found
    LEFT JOIN staff_queue_claims AS claim
      ON claim.queue = 'exceptions' AND claim.item_no = 'E' || upper(left(md5(found.key), 10))
     AND claim.claimed_at >= found.since`

export type ExceptionFilter = {
  readonly kind?: ExceptionKind | undefined
  readonly customer?: string | undefined
  readonly owner?: 'mine' | 'nobody' | 'others' | undefined
  readonly staffNo: string
  /** Only those that wait since before. */
  readonly before?: Date | undefined
  readonly by: 'since' | 'amount'
  readonly order: 'up' | 'down'
  readonly after?: { readonly key: string; readonly no: string } | undefined
  readonly limit: number
}

/** A page of open exceptions, each with the key that it is sorted by. */
export async function listQueuedExceptions(
  db: Queryable,
  filter: ExceptionFilter,
): Promise<(QueuedException & { readonly key: string })[]> {
  const { kind, customer, owner, staffNo, before, by, order, after, limit } = filter
  const rows = await db.query<Row & { sort_key: bigint }>(
    `SELECT * FROM (
       SELECT queued.*,
              CASE $6 WHEN 'amount' THEN coalesce(amount_fen, -1)
                      ELSE floor(extract(epoch FROM since) * 1000)::bigint END
              * CASE $7 WHEN 'down' THEN -1 ELSE 1 END AS sort_key
         FROM (${QUEUED}) AS queued) AS sorted
      WHERE ($1::text IS NULL OR kind = $1) AND ($2::text IS NULL OR customer_no = $2)
        AND CASE $3::text WHEN 'mine' THEN claimed_by = $4
                          WHEN 'nobody' THEN claimed_by IS NULL
                          WHEN 'others' THEN claimed_by <> $4 ELSE true END
        AND ($5::timestamptz IS NULL OR since < $5)
        AND ($8::bigint IS NULL OR (sort_key, exception_no) > ($8, $9::text))
      ORDER BY sort_key, exception_no LIMIT $10`,
    [kind, customer, owner, staffNo, before, by, order, after?.key, after?.no, limit],
  )
  return rows.map((row) => ({ ...exceptionOf(row), key: String(row.sort_key) }))
}

export async function findQueuedException(
  db: Queryable,
  exceptionNo: string,
): Promise<QueuedException | undefined> {
  const [row] = await db.query<Row>(`SELECT * FROM (${QUEUED}) AS queued WHERE exception_no = $1`, [
    exceptionNo,
  ])
  return row && exceptionOf(row)
}

export type ExceptionCount = {
  readonly kind: ExceptionKind
  readonly open: number
  readonly overdue: number
  readonly amount: Money
  readonly oldest: Date
}

export async function countQueuedExceptions(
  db: Queryable,
  overdueBefore: Date,
): Promise<ExceptionCount[]> {
  const rows = await db.query<{
    kind: ExceptionKind
    open: bigint
    overdue: bigint
    amount: bigint
    oldest: Date
  }>(
    `SELECT kind, count(*) AS open, count(*) FILTER (WHERE since < $1) AS overdue,
            coalesce(sum(amount_fen), 0)::bigint AS amount, min(since) AS oldest
       FROM (${FOUND}) AS found GROUP BY kind`,
    [overdueBefore],
  )
  return rows.map((row) => ({
    kind: row.kind,
    open: Number(row.open),
    overdue: Number(row.overdue),
    amount: fen(row.amount),
    oldest: row.oldest,
  }))
}

type Row = {
  key: string
  exception_no: string
  kind: ExceptionKind
  subject: string
  subject_no: string
  customer_no: string
  since: Date
  amount_fen: bigint | null
  details: string | null
  day: LocalDate | null
  claimed_by: string | null
  tried_at: Date | null
  open_proposal: string | null
}

function exceptionOf(row: Row): QueuedException {
  return {
    exceptionNo: row.exception_no,
    kind: row.kind,
    subject: row.subject,
    subjectNo: row.subject_no,
    customer: row.customer_no,
    since: row.since,
    amount: row.amount_fen === null ? undefined : fen(row.amount_fen),
    details: row.details ?? undefined,
    day: row.day ?? undefined,
    claimedBy: row.claimed_by ?? undefined,
    triedAt: row.tried_at ?? undefined,
    openProposal: row.open_proposal ?? undefined,
  }
}
