import { minutesAfter } from '#platform/clock.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { FACE_VALID_MINUTES } from '#features/identity/face/face-session-store.ts'
import type { Services } from '#platform/services.ts'

/** That a customer named themselves rightly, for one deed. */
export type Match = {
  readonly customer: CustomerNo
  readonly purpose: 'plan' | 'phone'
  readonly businessNo: string
}

type Deps = Pick<Services, 'now'>

/** Each new one sweeps a few old ones away, so that the table never grows for long. */
export async function saveIdentityMatch(db: Queryable, { now }: Deps, match: Match): Promise<void> {
  await db.query(
    `WITH swept AS (
       DELETE FROM identity_matches WHERE (customer_no, purpose, business_no) IN (
         SELECT customer_no, purpose, business_no FROM identity_matches
         WHERE matched_at < $4::timestamptz - interval '1 day' AND customer_no <> $1
         LIMIT 20 FOR UPDATE SKIP LOCKED))
     INSERT INTO identity_matches (customer_no, purpose, business_no, matched_at)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (customer_no, purpose, business_no)
     DO UPDATE SET matched_at = excluded.matched_at`,
    [match.customer, match.purpose, match.businessNo, now()],
  )
}

/** Whether a customer named themselves rightly while a passed face would count, and that is not used yet. */
export async function hasMatched(db: Queryable, { now }: Deps, match: Match): Promise<boolean> {
  const rows = await db.query<{ purpose: string }>(
    `SELECT purpose FROM identity_matches
      WHERE customer_no = $1 AND purpose = $2 AND business_no = $3 AND matched_at > $4`,
    [match.customer, match.purpose, match.businessNo, minutesAfter(now(), -FACE_VALID_MINUTES)],
  )
  return rows.length > 0
}

/** Takes the match away with the answer: one opens one deed, and not much later. */
export async function takeMatched(tx: Transaction, { now }: Deps, match: Match): Promise<boolean> {
  const rows = await tx.query<{ purpose: string }>(
    `DELETE FROM identity_matches
      WHERE customer_no = $1 AND purpose = $2 AND business_no = $3 AND matched_at > $4
      RETURNING purpose`,
    [match.customer, match.purpose, match.businessNo, minutesAfter(now(), -FACE_VALID_MINUTES)],
  )
  return rows.length > 0
}
