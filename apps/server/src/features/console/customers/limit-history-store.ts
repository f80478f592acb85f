import type { BookAct } from '@qingzhou/domain/acts/book-acts'
import { fen, type Money } from '@qingzhou/domain/money/money'
import { parseCanonicalJson } from '@qingzhou/platform/canonical-json'
import type { Queryable } from '@qingzhou/platform/database/database'
import type { CustomerNo } from '@qingzhou/platform/ids'

export type LimitChange = {
  readonly at: Date
  readonly act: string
  readonly who: string
  /** Of the act: the number of the proposal that it was approved by, if it was one. */
  readonly requestNo: string
  /** Undefined before the limit was opened. */
  readonly before: Money | undefined
  readonly after: Money | undefined
  readonly reasons: readonly string[]
}

const LIMIT_ACTS = [
  'open-limit',
  'change-limit',
  'freeze-limit',
  'reopen-limit',
  'cancel-limit',
] as const satisfies readonly BookAct[]
const HISTORY_MAX = 100

/**
 * What changed a limit, the newest first: acts of the books with the amount before and after each, and
 * the monthly reviews. The act by which a review changed the amount is not repeated.
 */
export async function listLimitHistory(
  db: Queryable,
  customer: CustomerNo,
): Promise<LimitChange[]> {
  const acts = await listActs(db, customer)
  const reviews = await listReviews(db, customer)
  const byReview = new Set(reviews.map(({ requestNo }) => requestNo))
  const others = acts.filter(
    ({ act, requestNo }) => !(act === 'change-limit' && byReview.has(requestNo)),
  )
  return [...others, ...reviews]
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, HISTORY_MAX)
}

async function listActs(db: Queryable, customer: CustomerNo): Promise<LimitChange[]> {
  const rows = await db.query<{
    at: Date
    act: string
    who: string
    request_no: string
    answer: string
  }>(
    `SELECT done_at AS at, act, actor AS who, request_no, answer FROM audit_log
      WHERE customer_no = $1 AND act = ANY ($2) ORDER BY audit_no`,
    [customer, LIMIT_ACTS],
  )
  let granted: Money | undefined
  return rows.map(({ at, act, who, request_no: requestNo, answer }) => {
    const before = act === 'open-limit' ? undefined : granted
    granted = findGranted(answer) ?? granted
    return { at, act, who, requestNo, before, after: granted, reasons: [] }
  })
}

/** The amount that an act set; undefined if it changed the state alone. */
function findGranted(answer: string): Money | undefined {
  // The answers of these acts are defined in `lending/limits/open-limit.ts`.
  const { granted } = parseCanonicalJson(answer) as { readonly granted?: bigint }
  return granted === undefined ? undefined : fen(granted)
}

async function listReviews(db: Queryable, customer: CustomerNo): Promise<LimitChange[]> {
  const rows = await db.query<{
    at: Date
    request_no: string
    before_fen: bigint
    after_fen: bigint
    reasons: string[]
  }>(
    `SELECT reviewed_at AS at, 'review-' || reviewed_on AS request_no,
            granted_before_fen AS before_fen, granted_after_fen AS after_fen, reasons
       FROM limit_reviews WHERE customer_no = $1`,
    [customer],
  )
  return rows.map(({ at, request_no: requestNo, before_fen, after_fen, reasons }) => ({
    at,
    act: 'review-limit',
    who: 'system',
    requestNo,
    before: fen(before_fen),
    after: fen(after_fen),
    reasons,
  }))
}
