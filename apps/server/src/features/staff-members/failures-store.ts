import type { Queryable } from '#platform/database/database.ts'

/** Of a username that nobody has. */
const NOBODY = ''
const KEPT_DAYS = 90

export type Failure = {
  readonly staffNo: string | undefined
  readonly isLock: boolean
  readonly now: Date
}

/**
 * Counts a failed sign-in. Answers whether it is the first failure, or the first lock, of that member of staff in this
 * hour: only these go to the staff log, which is never emptied and so must not be filled by strangers.
 */
export async function countFailure(
  db: Queryable,
  { staffNo = NOBODY, isLock, now }: Failure,
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
    staffNo: staffNo === NOBODY ? undefined : staffNo,
  }))
}
