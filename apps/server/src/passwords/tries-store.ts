import type { Queryable } from '#database/database.ts'

type Means = { readonly now: () => Date }

/** Whose password is tried, as a blind index, and how often it may be. */
export type Trial = {
  readonly who: Buffer
  readonly failuresMax: number
  readonly lockMinutes: number
}

export type PasswordTry =
  | { readonly isLocked: false; readonly triesLeft: number }
  | { readonly isLocked: true; readonly lockedUntil: Date }

/**
 * Counts a try before the password is looked at, in one statement: fifty at once are five looks.
 *
 * Counted for whoever is named, known or not, so that a lock does not tell who has an account.
 * Yesterday's mistakes are forgotten.
 */
export async function takePasswordTry(
  db: Queryable,
  { now }: Means,
  { who, failuresMax, lockMinutes }: Trial,
): Promise<PasswordTry> {
  const [taken] = await db.query<{ failures: number }>(TAKE_SQL, [
    who,
    now(),
    failuresMax,
    lockMinutes,
  ])
  if (taken) return { isLocked: false, triesLeft: failuresMax - taken.failures }

  const [row] = await db.query<{ locked_until: Date | null }>(
    `SELECT locked_until FROM password_tries WHERE who_index = $1`,
    [who],
  )
  return { isLocked: true, lockedUntil: row?.locked_until ?? now() }
}

export async function forgetPasswordTries(db: Queryable, who: Buffer): Promise<void> {
  await db.query(`DELETE FROM password_tries WHERE who_index = $1`, [who])
}

const TAKE_SQL = `
  WITH swept AS (
    DELETE FROM password_tries WHERE who_index IN (
      SELECT who_index FROM password_tries
      WHERE failed_at < $2::timestamptz - interval '1 day' AND who_index <> $1
      LIMIT 20 FOR UPDATE SKIP LOCKED))
  INSERT INTO password_tries AS known (who_index, failures, failed_at)
  VALUES ($1, 1, $2)
  ON CONFLICT (who_index) DO UPDATE SET
    failures = CASE WHEN known.locked_until IS NOT NULL OR known.failed_at < $2::timestamptz - interval '1 day'
      THEN 1 ELSE known.failures + 1 END,
    failed_at = $2,
    locked_until = CASE WHEN known.locked_until IS NULL AND known.failures + 1 >= $3
        AND known.failed_at >= $2::timestamptz - interval '1 day'
      THEN $2::timestamptz + make_interval(mins => $4) ELSE NULL END
  WHERE known.locked_until IS NULL OR known.locked_until <= $2
  RETURNING failures`
