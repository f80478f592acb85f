import type { Queryable } from '@qingzhou/platform/database/database'
import type { StaffRow } from './staff-store.ts'

/** The staff number recorded for an unknown username. */
const UNKNOWN_STAFF = ''
const KEPT_DAYS = 90

export type Failure = {
  readonly staffNo: string | undefined
  readonly isLock: boolean
  readonly now: Date
}

/**
 * Counts a failed sign-in. Returns whether it is the first failure, or the first lock, of that
 * member in this hour: only these are written to the staff log, which is never purged and which
 * strangers must not be able to fill.
 */
export async function countFailure(
  db: Queryable,
  { staffNo = UNKNOWN_STAFF, isLock, now }: Failure,
): Promise<boolean> {
  const [row] = await db.query<{ failures: number; locks: number }>(
    `WITH swept AS (
       DELETE FROM staff_sign_in_failures WHERE (staff_no, hour) IN (
         SELECT staff_no, hour FROM staff_sign_in_failures
         WHERE hour < $2::timestamptz - make_interval(days => $4)
         LIMIT 20 FOR UPDATE SKIP LOCKED))
     INSERT INTO staff_sign_in_failures AS known (staff_no, hour, failures, locks)
     VALUES ($1, date_trunc('hour', $2::timestamptz), 1, $3)
     ON CONFLICT (staff_no, hour) DO UPDATE SET
       failures = known.failures + 1, locks = known.locks + $3
     RETURNING failures, locks`,
    [staffNo, now, isLock ? 1 : 0, KEPT_DAYS],
  )
  return isLock ? row?.locks === 1 : row?.failures === 1
}

export type FailureCount = {
  readonly staffNo: string | undefined
  readonly hour: Date
  readonly failures: number
  readonly locks: number
}

/** The counts of the last days, newest first. */
export async function listFailures(
  db: Queryable,
  { now, days }: { readonly now: Date; readonly days: number },
): Promise<FailureCount[]> {
  const rows = await db.query<{ staff_no: string; hour: Date; failures: number; locks: number }>(
    `SELECT staff_no, hour, failures, locks FROM staff_sign_in_failures
      WHERE hour > $1::timestamptz - make_interval(days => $2) ORDER BY hour DESC, staff_no`,
    [now, days],
  )
  return rows.map(({ staff_no: staffNo, ...counts }) => ({
    ...counts,
    staffNo: staffNo === UNKNOWN_STAFF ? undefined : staffNo,
  }))
}

type NewSession = {
  readonly secretHash: Buffer
  readonly tokenHash: Buffer
  readonly staffNo: string
  readonly openedAt: Date
  readonly expiresAt: Date
}

export async function insertSession(db: Queryable, session: NewSession): Promise<void> {
  const { secretHash, tokenHash, staffNo, openedAt, expiresAt } = session
  await db.query(
    `INSERT INTO staff_sessions (secret_hash, token_hash, staff_no, opened_at, expires_at)
     VALUES ($1, $2, $3, $4, $5)`,
    [secretHash, tokenHash, staffNo, openedAt, expiresAt],
  )
}

type SessionRow = StaffRow & {
  readonly token_hash: Buffer
  readonly has_access_ended: boolean
}

/** The holder of a session with their current data, not that of the sign-in. */
export async function findHolder(
  db: Queryable,
  { secretHash, now }: { readonly secretHash: Buffer; readonly now: Date },
): Promise<SessionRow | undefined> {
  const [row] = await db.query<SessionRow>(
    `SELECT staff_no, username, name_sealed, avatar, roles, token_hash,
            coalesce(access_ends_on < ($2::timestamptz AT TIME ZONE 'Asia/Shanghai')::date, false)
              AS has_access_ended
       FROM staff_sessions JOIN staff USING (staff_no)
      WHERE secret_hash = $1 AND expires_at > $2 AND is_active`,
    [secretHash, now],
  )
  return row
}

export async function deleteSession(db: Queryable, secretHash: Buffer): Promise<void> {
  await db.query('DELETE FROM staff_sessions WHERE secret_hash = $1', [secretHash])
}

export async function deleteStaffSessions(db: Queryable, staffNo: string): Promise<void> {
  await db.query('DELETE FROM staff_sessions WHERE staff_no = $1', [staffNo])
}

/** Ends the sessions of a member except the one with this secret. */
export async function deleteOtherSessions(
  db: Queryable,
  { staffNo, secretHash }: { readonly staffNo: string; readonly secretHash: Buffer },
): Promise<void> {
  await db.query('DELETE FROM staff_sessions WHERE staff_no = $1 AND secret_hash <> $2', [
    staffNo,
    secretHash,
  ])
}
