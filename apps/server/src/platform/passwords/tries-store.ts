import type { Queryable } from '#platform/database/database.ts'

type Deps = { readonly now: () => Date }

/** Whose password is tried, as a blind index, and from which network; from all together, without one. */
export type TriesKey = { readonly who: Buffer; readonly network: Buffer }

/** What counts the tries from all networks together. */
export const EVERY_NETWORK = Buffer.alloc(0)

export type Trial = TriesKey & {
  readonly failuresMax: number
  readonly lockMinutes: number
  /** For a lock that follows another one within a day. */
  readonly repeatedLockMinutes: number
}

export type PasswordTry =
  | {
      readonly isLocked: false
      readonly triesLeft: number
      /** Until when it is locked if this try fails; set with the last try. */
      readonly lockedUntil: Date | undefined
      /** Whether somebody signed in to the account from there within the last 30 days. */
      readonly isTrusted: boolean
    }
  | { readonly isLocked: true; readonly lockedUntil: Date }

/**
 * Counts a try before the password is looked at, in one statement: fifty at once are five looks.
 *
 * Counted for whoever is named, known or not, so that a lock does not tell who has an account.
 * Yesterday's mistakes are forgotten.
 */
export async function takePasswordTry(
  db: Queryable,
  { now }: Deps,
  { who, network, failuresMax, lockMinutes, repeatedLockMinutes }: Trial,
): Promise<PasswordTry> {
  const [taken] = await db.query<TakenRow>(TAKE_SQL, [
    who,
    network,
    now(),
    failuresMax,
    lockMinutes,
    repeatedLockMinutes,
  ])
  if (taken) {
    const { failures, is_trusted: isTrusted, locked_until: lockedUntil } = taken
    const triesLeft = failuresMax - failures
    return { isLocked: false, triesLeft, isTrusted, lockedUntil: lockedUntil ?? undefined }
  }
  const [row] = await db.query<{ locked_until: Date | null }>(
    `SELECT locked_until FROM password_tries WHERE who_index = $1 AND network_hash = $2`,
    [who, network],
  )
  return { isLocked: true, lockedUntil: row?.locked_until ?? now() }
}

type TakenRow = {
  readonly failures: number
  readonly locked_until: Date | null
  readonly is_trusted: boolean
}

/** Forgets the failures from a network, which is trusted from now on; answers whether it was before. */
export async function trustNetwork(
  db: Queryable,
  { now }: Deps,
  { who, network }: TriesKey,
): Promise<boolean> {
  const [row] = await db.query<{ was_trusted: boolean }>(
    `WITH earlier AS (
       SELECT ${IS_TRUSTED} AS was_trusted FROM password_tries
       WHERE who_index = $1 AND network_hash = $2 FOR UPDATE)
     UPDATE password_tries SET failures = 0, locks = 0, locked_until = NULL, succeeded_at = $3
     FROM earlier WHERE who_index = $1 AND network_hash = $2 RETURNING was_trusted`,
    [who, network, now()],
  )
  return row?.was_trusted ?? false
}

/** Takes a try back that was none: the password was right. */
export async function returnPasswordTry(db: Queryable, { who, network }: TriesKey): Promise<void> {
  await db.query(
    `UPDATE password_tries SET failures = failures - 1, locked_until = NULL
     WHERE who_index = $1 AND network_hash = $2 AND failures > 0`,
    [who, network],
  )
}

/** Opens every lock of an account, whatever network it is for. */
export async function forgetPasswordTries(db: Queryable, who: Buffer): Promise<void> {
  await db.query(`DELETE FROM password_tries WHERE who_index = $1`, [who])
}

const IS_TRUSTED = `coalesce(succeeded_at > $3::timestamptz - interval '30 days', false)`

const TAKE_SQL = `
  WITH swept AS (
    DELETE FROM password_tries WHERE (who_index, network_hash) IN (
      SELECT who_index, network_hash FROM password_tries
      WHERE failed_at < $3::timestamptz - interval '1 day' AND who_index <> $1
        AND (locked_until IS NULL OR locked_until < $3)
        AND (succeeded_at IS NULL OR succeeded_at < $3::timestamptz - interval '30 days')
      LIMIT 20 FOR UPDATE SKIP LOCKED))
  INSERT INTO password_tries AS known (who_index, network_hash, failures, failed_at)
  VALUES ($1, $2, 1, $3)
  ON CONFLICT (who_index, network_hash) DO UPDATE SET
    failures = CASE WHEN known.locked_until IS NOT NULL OR known.failed_at < $3::timestamptz - interval '1 day'
      THEN 1 ELSE known.failures + 1 END,
    failed_at = $3,
    locks = CASE WHEN known.failed_at < $3::timestamptz - interval '1 day' THEN 0
      WHEN known.locked_until IS NULL AND known.failures + 1 >= $4 THEN known.locks + 1
      ELSE known.locks END,
    locked_until = CASE WHEN known.locked_until IS NULL AND known.failures + 1 >= $4
        AND known.failed_at >= $3::timestamptz - interval '1 day'
      THEN $3::timestamptz + make_interval(mins => CASE WHEN known.locks = 0 THEN $5::int ELSE $6::int END)
      ELSE NULL END
  WHERE known.locked_until IS NULL OR known.locked_until <= $3
  RETURNING failures, locked_until, ${IS_TRUSTED} AS is_trusted`
