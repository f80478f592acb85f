import type { Session } from '#platform/caller.ts'
import type { Queryable } from '#platform/database/database.ts'
import { minutesAfter } from '#platform/clock.ts'
import { signInFigures } from '#platform/config/sign-in-figures.ts'
import type { Purpose } from './purposes.ts'

const { validMinutes: VALID_MINUTES } = signInFigures.passedCheck

export async function savePassedCheck(
  db: Queryable,
  { now }: { readonly now: () => Date },
  check: { readonly session: Session; readonly purpose: Purpose },
): Promise<void> {
  await db.query(
    `WITH swept AS (
       DELETE FROM passed_checks WHERE (customer_no, session_id, purpose) IN (
         SELECT customer_no, session_id, purpose FROM passed_checks
         WHERE passed_at < $4::timestamptz - interval '1 day' AND customer_no <> $1
         LIMIT 20 FOR UPDATE SKIP LOCKED))
     INSERT INTO passed_checks (customer_no, session_id, purpose, passed_at)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (customer_no, session_id, purpose) DO UPDATE SET passed_at = excluded.passed_at`,
    [check.session.customer, check.session.id, check.purpose, now()],
  )
}

/** Uses up a passed check: one code is valid for one business. */
export async function takePassedCheck(
  db: Queryable,
  { now }: { readonly now: () => Date },
  check: { readonly session: Session; readonly purpose: Purpose },
): Promise<boolean> {
  const rows = await db.query<{ purpose: string }>(
    `DELETE FROM passed_checks
     WHERE customer_no = $1 AND session_id = $2 AND purpose = $3 AND passed_at > $4
     RETURNING purpose`,
    [check.session.customer, check.session.id, check.purpose, minutesAfter(now(), -VALID_MINUTES)],
  )
  return rows.length > 0
}

/** Whether there is a valid passed check, without using it up. */
export async function hasPassedCheck(
  db: Queryable,
  { now }: { readonly now: () => Date },
  check: { readonly session: Session; readonly purpose: Purpose },
): Promise<boolean> {
  const rows = await db.query(
    `SELECT FROM passed_checks
     WHERE customer_no = $1 AND session_id = $2 AND purpose = $3 AND passed_at > $4`,
    [check.session.customer, check.session.id, check.purpose, minutesAfter(now(), -VALID_MINUTES)],
  )
  return rows.length > 0
}
