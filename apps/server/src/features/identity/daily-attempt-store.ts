import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { product } from '@qingzhou/domain/product'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import { secondsUntil } from '@qingzhou/platform/database/rate-limit-store'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'

const figures = product.identity

/** Daily quota per kind of attempt. */
const timesPerDay = {
  picture: figures.picturesPerDay,
  cardRead: figures.cardReadsPerDay,
  bankCardRead: figures.cardReadsPerDay,
  idCheck: figures.idChecksPerDay,
  match: figures.idChecksPerDay,
  faceChallenge: figures.faceChallengesPerDay,
  face: figures.faceChecksPerDay,
} as const

export type Attempt = {
  readonly customer: CustomerNo
  readonly kind: keyof typeof timesPerDay
}

type Deps = Pick<Services, 'today'>

/**
 * Counts an attempt before it is made, in one statement, so that concurrent attempts are all
 * counted. Returns how many are left, or undefined if the quota is used up.
 */
export async function takeAttempt(
  db: Queryable,
  { today }: Deps,
  { customer, kind }: Attempt,
): Promise<number | undefined> {
  const most = timesPerDay[kind]
  const [row] = await db.query<{ attempts: number }>(
    `INSERT INTO daily_attempts AS known (customer_no, kind, day, attempts) VALUES ($1, $2, $3, 1)
     ON CONFLICT (customer_no, kind) DO UPDATE SET
       attempts = CASE WHEN known.day = $3 THEN known.attempts + 1 ELSE 1 END, day = $3
     WHERE known.day <> $3 OR known.attempts < $4
     RETURNING attempts`,
    [customer, kind, today(), most],
  )
  return row && most - row.attempts
}

/** Returns an attempt that failed for technical reasons. Only the count of that day changes. */
export async function returnAttempt(
  db: Queryable,
  { customer, kind, day }: Attempt & { readonly day: LocalDate },
): Promise<void> {
  await db.query(
    `UPDATE daily_attempts SET attempts = attempts - 1
      WHERE customer_no = $1 AND kind = $2 AND day = $3 AND attempts > 0`,
    [customer, kind, day],
  )
}

export async function attemptsLeft(
  db: Queryable,
  { today }: Deps,
  { customer, kind }: Attempt,
): Promise<number> {
  const [row] = await db.query<{ attempts: number }>(
    `SELECT attempts FROM daily_attempts WHERE customer_no = $1 AND kind = $2 AND day = $3`,
    [customer, kind, today()],
  )
  return timesPerDay[kind] - (row?.attempts ?? 0)
}

/** Gives today's tries of the face check back, after a person has looked into it. */
export async function returnFaceAttempts(db: Queryable, customer: CustomerNo): Promise<void> {
  await db.query(
    `DELETE FROM daily_attempts WHERE customer_no = $1 AND kind IN ('face', 'faceChallenge')`,
    [customer],
  )
}

/** The day on which the quotas are reset. */
export function tomorrow({ today }: Deps): LocalDate {
  return addDays(today(), 1)
}

export function tooManyAttempts(deps: Pick<Services, 'today' | 'now'>): Refused {
  const midnight = new Date(`${tomorrow(deps)}T00:00:00+08:00`)
  return new Refused({
    kind: 'too-many-requests',
    waitSeconds: secondsUntil(midnight, deps.now()),
  })
}
