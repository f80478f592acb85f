import type { EvidenceSubject } from '@qingzhou/contract/features/evidence'
import type { Queryable } from '@qingzhou/platform/database/database'

/** Evidence that waits for a reviewer. */
export type QueuedReview = {
  readonly evidenceNo: string
  readonly subject: EvidenceSubject
  readonly loanNo: string
  readonly customer: string
  readonly summary: string | undefined
  readonly round: number
  readonly since: Date
  readonly claimedBy: string | undefined
}

export type ReviewFilter = {
  readonly subject?: EvidenceSubject | undefined
  readonly owner?: 'mine' | 'nobody' | 'others' | undefined
  readonly staffNo: string
  readonly before?: Date | undefined
  readonly order: 'up' | 'down'
  readonly after?: { readonly key: string; readonly no: string } | undefined
  readonly limit: number
}

const QUEUED = `
  SELECT evidence_no, subject, loan_no, customer_no, summary, round, submitted_at AS since,
         claim.claimed_by
    FROM evidence LEFT JOIN staff_queue_claims AS claim
      ON claim.queue = 'reviews' AND claim.item_no = evidence_no AND claim.claimed_at >= submitted_at
   WHERE state = 'toReview'`

export async function listQueuedReviews(
  db: Queryable,
  { subject, owner, staffNo, before, order, after, limit }: ReviewFilter,
): Promise<(QueuedReview & { readonly key: string })[]> {
  const rows = await db.query<Row & { sort_key: bigint }>(
    `SELECT * FROM (
       SELECT queued.*, floor(extract(epoch FROM since) * 1000)::bigint
              * CASE $5 WHEN 'down' THEN -1 ELSE 1 END AS sort_key
         FROM (${QUEUED}) AS queued) AS sorted
      WHERE ($1::text IS NULL OR subject = $1)
        AND CASE $2::text WHEN 'mine' THEN claimed_by = $3
                          WHEN 'nobody' THEN claimed_by IS NULL
                          WHEN 'others' THEN claimed_by <> $3 ELSE true END
        AND ($4::timestamptz IS NULL OR since < $4)
        AND ($6::bigint IS NULL OR (sort_key, evidence_no) > ($6, $7::text))
      ORDER BY sort_key, evidence_no LIMIT $8`,
    [subject, owner, staffNo, before, order, after?.key, after?.no, limit],
  )
  return rows.map((row) => ({ ...reviewOf(row), key: String(row.sort_key) }))
}

export async function findQueuedReview(
  db: Queryable,
  evidenceNo: string,
): Promise<QueuedReview | undefined> {
  const [row] = await db.query<Row>(`SELECT * FROM (${QUEUED}) AS queued WHERE evidence_no = $1`, [
    evidenceNo,
  ])
  return row && reviewOf(row)
}

export type ReviewCount = {
  readonly subject: EvidenceSubject
  readonly open: number
  readonly overdue: number
  readonly oldest: Date
}

export async function countQueuedReviews(
  db: Queryable,
  overdueBefore: Date,
): Promise<ReviewCount[]> {
  const rows = await db.query<{
    subject: EvidenceSubject
    open: bigint
    overdue: bigint
    oldest: Date
  }>(
    `SELECT subject, count(*) AS open, count(*) FILTER (WHERE submitted_at < $1) AS overdue,
            min(submitted_at) AS oldest
       FROM evidence WHERE state = 'toReview' GROUP BY subject`,
    [overdueBefore],
  )
  return rows.map((row) => ({ ...row, open: Number(row.open), overdue: Number(row.overdue) }))
}

type Row = {
  evidence_no: string
  subject: EvidenceSubject
  loan_no: string
  customer_no: string
  summary: string | null
  round: number
  since: Date | null
  claimed_by: string | null
}

function reviewOf(row: Row): QueuedReview {
  return {
    evidenceNo: row.evidence_no,
    subject: row.subject,
    loanNo: row.loan_no,
    customer: row.customer_no,
    summary: row.summary ?? undefined,
    round: row.round,
    // What waits for a reviewer was submitted.
    since: row.since ?? new Date(0),
    claimedBy: row.claimed_by ?? undefined,
  }
}
