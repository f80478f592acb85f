import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { LimitFacts, LimitReview, ReviewReason } from '@qingzhou/domain/credit/limit-review'
import { fen, type Money } from '@qingzhou/domain/money/money'
import { canonicalJson, parseCanonicalJson } from '@qingzhou/platform/canonical-json'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Services } from '#services.ts'

/** An open limit is due a month after it was opened, and a month after each review. */
const DUE = `state = 'open' AND valid_until >= $1
  AND (opened_at AT TIME ZONE 'Asia/Shanghai')::date + interval '1 month' <= $1
  AND NOT EXISTS (SELECT FROM limit_reviews
                   WHERE limit_reviews.customer_no = limits.customer_no
                     AND reviewed_on + interval '1 month' > $1)`

/** The next customers whose limits are due for review, in the order of their numbers. */
export async function customersDueForReview(
  db: Queryable,
  page: { readonly date: LocalDate; readonly after: string; readonly count: number },
): Promise<CustomerNo[]> {
  const rows = await db.query<{ customer_no: string }>(
    `SELECT customer_no FROM limits WHERE customer_no > $2 AND ${DUE}
      ORDER BY customer_no LIMIT $3`,
    [page.date, page.after, page.count],
  )
  return rows.map((row) => customerNo(row.customer_no))
}

/** The day when a limit that is due was opened or last changed. Undefined if it is not due. */
export async function lastChangeOfDueLimit(
  tx: Transaction,
  { customer, date }: { readonly customer: CustomerNo; readonly date: LocalDate },
): Promise<LocalDate | undefined> {
  const [row] = await tx.query<{ changed_on: LocalDate | null }>(
    `SELECT greatest((opened_at AT TIME ZONE 'Asia/Shanghai')::date,
                     (SELECT max(reviewed_on) FROM limit_reviews
                       WHERE limit_reviews.customer_no = limits.customer_no AND outcome <> 'kept')
            ) AS changed_on
       FROM limits WHERE customer_no = $2 AND ${DUE}`,
    [date, customer],
  )
  return row?.changed_on ?? undefined
}

export type LimitReviewRecord = LimitReview & {
  readonly reviewedOn: LocalDate
  readonly policyVersion: string
  readonly facts: LimitFacts
}

export async function insertLimitReview(
  tx: Transaction,
  { vault, now }: Pick<Services, 'vault' | 'now'>,
  made: LimitReviewRecord & { readonly customer: CustomerNo },
): Promise<void> {
  const { customer, reviewedOn, facts, outcome, granted, reasons } = made
  const place = placeIn('limit_reviews', customer, reviewedOn)('inputs_sealed')
  await tx.query(
    `INSERT INTO limit_reviews (customer_no, reviewed_on, policy_version, inputs_sealed, outcome,
                                granted_before_fen, granted_after_fen, reasons, reviewed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      customer,
      reviewedOn,
      made.policyVersion,
      vault.seal(canonicalJson(facts), place),
      outcome,
      facts.granted,
      granted,
      reasons,
      now(),
    ],
  )
}

/** All reviews of a customer's limit, oldest first. */
export async function listLimitReviews(
  db: Queryable,
  { vault }: Pick<Services, 'vault'>,
  customer: CustomerNo,
): Promise<LimitReviewRecord[]> {
  const rows = await db.query<{
    reviewed_on: LocalDate
    policy_version: string
    inputs_sealed: Buffer
    outcome: LimitReview['outcome']
    granted_after_fen: bigint
    reasons: string[]
  }>(
    `SELECT reviewed_on, policy_version, inputs_sealed, outcome, granted_after_fen, reasons
       FROM limit_reviews WHERE customer_no = $1 ORDER BY reviewed_on`,
    [customer],
  )
  return rows.map((row) => {
    const place = placeIn('limit_reviews', customer, row.reviewed_on)('inputs_sealed')
    const granted: Money = fen(row.granted_after_fen)
    return {
      reviewedOn: row.reviewed_on,
      policyVersion: row.policy_version,
      // Written by `insertLimitReview` only, as are the reasons.
      facts: parseCanonicalJson(vault.open(row.inputs_sealed, place)) as LimitFacts,
      outcome: row.outcome,
      granted,
      reasons: row.reasons as ReviewReason[],
    }
  })
}
