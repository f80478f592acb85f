import { minutesAfter } from '#platform/clock.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { FACE_VALID_MINUTES } from '#features/identity/face/face-session-store.ts'
import type { Services } from '#platform/services.ts'

/** A successful name and ID number check of a customer, for one business. */
export type Match = {
  readonly customer: CustomerNo
  readonly purpose: 'plan' | 'phone'
  readonly businessNo: string
}

type Deps = Pick<Services, 'now'>

/** Each insert deletes some old rows, so that the table stays small. */
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

/** Whether there is an unused match, within the validity period of a face check. */
export async function hasMatched(db: Queryable, { now }: Deps, match: Match): Promise<boolean> {
  const rows = await db.query<{ purpose: string }>(
    `SELECT purpose FROM identity_matches
      WHERE customer_no = $1 AND purpose = $2 AND business_no = $3 AND matched_at > $4`,
    [match.customer, match.purpose, match.businessNo, minutesAfter(now(), -FACE_VALID_MINUTES)],
  )
  return rows.length > 0
}

/** Uses up a match: it is valid once and for a limited time. */
export async function consumeMatch(tx: Transaction, { now }: Deps, match: Match): Promise<boolean> {
  const rows = await tx.query<{ purpose: string }>(
    `DELETE FROM identity_matches
      WHERE customer_no = $1 AND purpose = $2 AND business_no = $3 AND matched_at > $4
      RETURNING purpose`,
    [match.customer, match.purpose, match.businessNo, minutesAfter(now(), -FACE_VALID_MINUTES)],
  )
  return rows.length > 0
}
