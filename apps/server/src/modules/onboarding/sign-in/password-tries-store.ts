import type { Queryable } from '#database/database.ts'
import type { Vault } from '#database/vault.ts'
import { signInFigures } from '#sign-in-figures.ts'

type Means = { readonly vault: Vault; readonly now: () => Date }

const { tries: FAILURES_MAX, lockMinutes: LOCK_MINUTES } = signInFigures.password

export type PasswordTry =
  | { readonly isLocked: false; readonly isLast: boolean }
  | { readonly isLocked: true; readonly lockedUntil: Date }

/**
 * Counts a try before the password is looked at, in one statement: fifty at once are five looks.
 *
 * Counted by phone, known or not, so that a lock does not tell who has an account. Yesterday's
 * mistakes are forgotten.
 */
export async function takePasswordTry(
  db: Queryable,
  { vault, now }: Means,
  phone: string,
): Promise<PasswordTry> {
  const index = vault.index('phone', phone)
  const [taken] = await db.query<{ failures: number }>(TAKE_SQL, [
    index,
    now(),
    FAILURES_MAX,
    LOCK_MINUTES,
  ])
  if (taken) return { isLocked: false, isLast: taken.failures === FAILURES_MAX }

  const [row] = await db.query<{ locked_until: Date | null }>(
    `SELECT locked_until FROM password_tries WHERE phone_index = $1`,
    [index],
  )
  return { isLocked: true, lockedUntil: row?.locked_until ?? now() }
}

export async function forgetPasswordTries(
  db: Queryable,
  { vault }: Pick<Means, 'vault'>,
  phone: string,
): Promise<void> {
  await db.query(`DELETE FROM password_tries WHERE phone_index = $1`, [vault.index('phone', phone)])
}

const TAKE_SQL = `
  WITH swept AS (
    DELETE FROM password_tries WHERE phone_index IN (
      SELECT phone_index FROM password_tries
      WHERE failed_at < $2::timestamptz - interval '1 day' AND phone_index <> $1
      LIMIT 20 FOR UPDATE SKIP LOCKED))
  INSERT INTO password_tries AS known (phone_index, failures, failed_at)
  VALUES ($1, 1, $2)
  ON CONFLICT (phone_index) DO UPDATE SET
    failures = CASE WHEN known.locked_until IS NOT NULL OR known.failed_at < $2::timestamptz - interval '1 day'
      THEN 1 ELSE known.failures + 1 END,
    failed_at = $2,
    locked_until = CASE WHEN known.locked_until IS NULL AND known.failures + 1 >= $3
        AND known.failed_at >= $2::timestamptz - interval '1 day'
      THEN $2::timestamptz + make_interval(mins => $4) ELSE NULL END
  WHERE known.locked_until IS NULL OR known.locked_until <= $2
  RETURNING failures`
