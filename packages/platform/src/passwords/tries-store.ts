import type { Queryable } from '#database/database.ts'

type Deps = { readonly now: () => Date }

/**
 * The account, as a blind index, and the network. EVERY_NETWORK stands for all networks together.
 */
export type TriesKey = { readonly who: Buffer; readonly network: Buffer }

/** The key that counts attempts from all networks together. */
export const EVERY_NETWORK = Buffer.alloc(0)

export type TryInput = TriesKey & {
  readonly failuresMax: number
  readonly lockMinutes: number
  /** The duration of a lock that follows another one within a day. */
  readonly repeatedLockMinutes: number
}

export type PasswordTry =
  | {
      readonly isLocked: false
      readonly triesLeft: number
      /** The end of the lock if this attempt fails. Set for the last attempt. */
      readonly lockedUntil: Date | undefined
      /** Whether a sign-in to the account from there succeeded within the last 30 days. */
      readonly isTrusted: boolean
    }
  | { readonly isLocked: true; readonly lockedUntil: Date }

/**
 * Counts an attempt before the password is checked, in one statement, so that concurrent attempts
 * cannot exceed the limit.
 *
 * Unknown accounts are counted too, so that a lock does not reveal whether an account exists.
 * Failures expire after a day.
 */
export async function takePasswordTry(
  db: Queryable,
  { now }: Deps,
  { who, network, failuresMax, lockMinutes, repeatedLockMinutes }: TryInput,
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
    `SELECT locked_until FROM password_attempts WHERE account_index = $1 AND network_hash = $2`,
    [who, network],
  )
  return { isLocked: true, lockedUntil: row?.locked_until ?? now() }
}

type TakenRow = {
  readonly failures: number
  readonly locked_until: Date | null
  readonly is_trusted: boolean
}

/**
 * Deletes the failures of a network and trusts it from now on. Returns whether it was trusted
 * before.
 */
export async function trustNetwork(
  db: Queryable,
  { now }: Deps,
  { who, network }: TriesKey,
): Promise<boolean> {
  const [row] = await db.query<{ was_trusted: boolean }>(
    `WITH earlier AS (
       SELECT ${IS_TRUSTED} AS was_trusted FROM password_attempts
       WHERE account_index = $1 AND network_hash = $2 FOR UPDATE)
     UPDATE password_attempts SET failures = 0, locks = 0, locked_until = NULL, succeeded_at = $3
     FROM earlier WHERE account_index = $1 AND network_hash = $2 RETURNING was_trusted`,
    [who, network, now()],
  )
  return row?.was_trusted ?? false
}

/** Takes back an attempt whose password was correct. */
export async function returnPasswordTry(db: Queryable, { who, network }: TriesKey): Promise<void> {
  await db.query(
    `UPDATE password_attempts SET failures = failures - 1, locked_until = NULL
     WHERE account_index = $1 AND network_hash = $2 AND failures > 0`,
    [who, network],
  )
}

/** Removes all locks of an account, for every network. */
export async function forgetPasswordTries(db: Queryable, who: Buffer): Promise<void> {
  await db.query(`DELETE FROM password_attempts WHERE account_index = $1`, [who])
}

const IS_TRUSTED = `coalesce(succeeded_at > $3::timestamptz - interval '30 days', false)`

const TAKE_SQL = `
  WITH swept AS (
    DELETE FROM password_attempts WHERE (account_index, network_hash) IN (
      SELECT account_index, network_hash FROM password_attempts
      WHERE failed_at < $3::timestamptz - interval '1 day' AND account_index <> $1
        AND (locked_until IS NULL OR locked_until < $3)
        AND (succeeded_at IS NULL OR succeeded_at < $3::timestamptz - interval '30 days')
      LIMIT 20 FOR UPDATE SKIP LOCKED))
  INSERT INTO password_attempts AS known (account_index, network_hash, failures, failed_at)
  VALUES ($1, $2, 1, $3)
  ON CONFLICT (account_index, network_hash) DO UPDATE SET
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
