import type { ExceptionKind, ReviewKind } from '@qingzhou/contract/features/console/queues'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen, type Money } from '@qingzhou/domain/money/money'
import { NOT_ACCEPTED } from '#features/order-watch/index.ts'
import type { Queryable } from '@qingzhou/platform/database/database'

export type Queue = 'exceptions' | 'reviews'
type KindsOf = { readonly exceptions: ExceptionKind; readonly reviews: ReviewKind }

/** An open item of a queue, from the table that it is about. */
export type QueuedItem<Q extends Queue = Queue> = {
  readonly queue: Q
  readonly itemNo: string
  readonly kind: KindsOf[Q]
  readonly subject: string
  readonly subjectNo: string
  /** Empty if none is known. */
  readonly customer: string
  readonly since: Date
  readonly amount: Money | undefined
  readonly details: string | undefined
  /** How often it was submitted to a reviewer. */
  readonly round: number | undefined
  /** The day of a transfer or of a night. */
  readonly day: LocalDate | undefined
  readonly claimedBy: string | undefined
  /** When a member of staff last had the system try again. */
  readonly triedAt: Date | undefined
  readonly openProposal: string | undefined
}

/** What waits for a reviewer. */
const REVIEWS = `
  SELECT 'reviews' AS queue, evidence_no AS item_no, subject AS kind, customer_no,
         'loan' AS subject, loan_no AS subject_no, submitted_at AS since,
         NULL::bigint AS amount_fen, summary AS details, round, NULL::date AS day
    FROM evidence WHERE state = 'toReview'
   UNION ALL
  SELECT 'reviews', attempt_no, 'face', customer_no, face_sessions.purpose, business_no,
         referred_at,
         (SELECT amount_fen FROM draws
           WHERE face_sessions.purpose = 'loan' AND draws.customer_no = face_attempts.customer_no
             AND draw_no = business_no),
         NULL, NULL, NULL
    FROM face_attempts JOIN face_sessions USING (customer_no, face_session_no)
    JOIN id_cards USING (customer_no, front_file_no)
   WHERE face_attempts.referred_at IS NOT NULL AND face_attempts.state = 'review'
     AND face_sessions.state = 'open'
   UNION ALL
  SELECT 'reviews', application_no, 'credit', customer_no, 'application', application_no, referred_at,
         decisions.amount_fen, NULL, NULL, NULL
    FROM credit_referrals JOIN decisions USING (customer_no, application_no)
   WHERE state = 'open'
   UNION ALL
  SELECT 'reviews', dispute_no, 'dispute', customer_no, 'loan', loan_no, disputed_at, NULL,
         answer_by::text, NULL, NULL
    FROM bureau_disputes WHERE state = 'open'`

/**
 * Every open exception. What is at risk of a difference is the amount that one side has and the other
 * has not; of a loan, all that is owed. The number is a digest of the key of its row.
 */
const EXCEPTIONS = `
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

const ITEMS = `
  ${REVIEWS}
   UNION ALL
  SELECT 'exceptions', 'E' || upper(left(md5(key), 10)), kind, customer_no, subject, subject_no,
         since, amount_fen, details, NULL::integer, day
    FROM (${EXCEPTIONS}) AS found`

const QUEUED = `
  SELECT items.*, claim.claimed_by,
         (SELECT max(done_at) FROM staff_queue_events AS event
           WHERE event.queue = items.queue AND event.item_no = items.item_no
             AND act IN ('ask', 'retry', 'rerun', 'verify') AND done_at >= since) AS tried_at,
         (SELECT max(event.proposal_no) FROM staff_queue_events AS event
            JOIN proposals ON proposals.proposal_no = event.proposal_no
           WHERE event.queue = items.queue AND event.item_no = items.item_no
             AND proposals.state = 'proposed') AS open_proposal
    FROM (${ITEMS}) AS items
    LEFT JOIN staff_queue_claims AS claim
      ON claim.queue = items.queue AND claim.item_no = items.item_no AND claim.claimed_at >= since`

export type QueueFilter<Q extends Queue> = {
  readonly kind?: KindsOf[Q] | undefined
  readonly customer?: string | undefined
  readonly owner?: 'mine' | 'unclaimed' | 'others' | undefined
  readonly staffNo: string
  /** Only those that wait since before. */
  readonly before?: Date | undefined
  readonly by: 'since' | 'amount'
  readonly order: 'up' | 'down'
  readonly after?: { readonly key: string; readonly no: string } | undefined
  readonly limit: number
}

/** A page of the open items of a queue, each with the key that it is sorted by. */
export async function listItems<Q extends Queue>(
  db: Queryable,
  queue: Q,
  { kind, customer, owner, staffNo, before, by, order, after, limit }: QueueFilter<Q>,
): Promise<(QueuedItem<Q> & { readonly key: string })[]> {
  const rows = await db.query<Row & { sort_key: bigint }>(
    `SELECT * FROM (
       SELECT queued.*,
              CASE $7 WHEN 'amount' THEN coalesce(amount_fen, -1)
                      ELSE floor(extract(epoch FROM since) * 1000)::bigint END
              * CASE $8 WHEN 'down' THEN -1 ELSE 1 END AS sort_key
         FROM (${QUEUED}) AS queued WHERE queue = $1) AS sorted
      WHERE ($2::text IS NULL OR kind = $2) AND ($3::text IS NULL OR customer_no = $3)
        AND CASE $4::text WHEN 'mine' THEN claimed_by = $5
                          WHEN 'unclaimed' THEN claimed_by IS NULL
                          WHEN 'others' THEN claimed_by <> $5 ELSE true END
        AND ($6::timestamptz IS NULL OR since < $6)
        AND ($9::bigint IS NULL OR (sort_key, item_no) > ($9, $10::text))
      ORDER BY sort_key, item_no LIMIT $11`,
    [queue, kind, customer, owner, staffNo, before, by, order, after?.key, after?.no, limit],
  )
  return rows.map((row) => ({ ...itemOf(queue, row), key: String(row.sort_key) }))
}

export async function findItem<Q extends Queue>(
  db: Queryable,
  { queue, itemNo }: { readonly queue: Q; readonly itemNo: string },
): Promise<QueuedItem<Q> | undefined> {
  const [row] = await db.query<Row>(
    `SELECT * FROM (${QUEUED}) AS queued WHERE queue = $1 AND item_no = $2`,
    [queue, itemNo],
  )
  return row && itemOf(queue, row)
}

export type ItemCount<Q extends Queue = Queue> = {
  readonly kind: KindsOf[Q]
  readonly open: number
  readonly overdue: number
  readonly amount: Money
  readonly oldest: Date
}

export async function countItems<Q extends Queue>(
  db: Queryable,
  queue: Q,
  overdueBefore: Date,
): Promise<ItemCount<Q>[]> {
  const rows = await db.query<{
    kind: string
    open: bigint
    overdue: bigint
    amount: bigint
    oldest: Date
  }>(
    `SELECT kind, count(*) AS open, count(*) FILTER (WHERE since < $2) AS overdue,
            coalesce(sum(amount_fen), 0)::bigint AS amount, min(since) AS oldest
       FROM (${ITEMS}) AS items WHERE queue = $1 GROUP BY kind`,
    [queue, overdueBefore],
  )
  return rows.map((row) => ({
    // A queue has its kinds only.
    kind: row.kind as KindsOf[Q],
    open: Number(row.open),
    overdue: Number(row.overdue),
    amount: fen(row.amount),
    oldest: row.oldest,
  }))
}

/** How many items are open in each queue. */
export async function countQueues(db: Queryable): Promise<Readonly<Record<Queue, number>>> {
  const rows = await db.query<{ queue: string; open: bigint }>(
    `SELECT queue, count(*) AS open FROM (${ITEMS}) AS items GROUP BY queue`,
  )
  const openIn = (queue: Queue) => Number(rows.find((row) => row.queue === queue)?.open ?? 0)
  return { exceptions: openIn('exceptions'), reviews: openIn('reviews') }
}

type Row = {
  queue: string
  item_no: string
  kind: string
  subject: string
  subject_no: string
  customer_no: string
  since: Date
  amount_fen: bigint | null
  details: string | null
  round: number | null
  day: LocalDate | null
  claimed_by: string | null
  tried_at: Date | null
  open_proposal: string | null
}

function itemOf<Q extends Queue>(queue: Q, row: Row): QueuedItem<Q> {
  return {
    queue,
    itemNo: row.item_no,
    // A queue has its kinds only.
    kind: row.kind as KindsOf[Q],
    subject: row.subject,
    subjectNo: row.subject_no,
    customer: row.customer_no,
    since: row.since,
    amount: row.amount_fen === null ? undefined : fen(row.amount_fen),
    details: row.details ?? undefined,
    round: row.round ?? undefined,
    day: row.day ?? undefined,
    claimedBy: row.claimed_by ?? undefined,
    triedAt: row.tried_at ?? undefined,
    openProposal: row.open_proposal ?? undefined,
  }
}
