import type { FaceAction, FaceFailure } from '@qingzhou/contract/features/identity'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import type { Services } from '#services.ts'
import type { FaceSession } from './face-session-store.ts'

/** One attempt at a face check: in our page, or with the channel's own service. */
export type FaceAttempt = {
  readonly customer: CustomerNo
  readonly attemptNo: string
  readonly faceSessionNo: string
  readonly place: 'page' | 'channel'
  readonly actions: readonly FaceAction[]
  readonly frontFileNo: string | undefined
  /** `review`: the service was unsure, and a person has not decided yet. */
  readonly state: 'open' | 'judging' | 'review' | 'passed' | 'failed'
  readonly reason: FaceFailure | undefined
  readonly begunAt: Date
}

/** The end of an attempt, with the provider's judgement. */
export type FaceEnd = {
  readonly reason?: FaceFailure
  readonly judgement?: string
  readonly distance?: number | undefined
}

type Deps = Pick<Services, 'now'>
type AttemptKey = Pick<FaceAttempt, 'customer' | 'attemptNo'>

export async function insertAttempt(
  db: Queryable,
  { now }: Deps,
  attempt: Omit<FaceAttempt, 'state' | 'reason' | 'begunAt'> & {
    readonly tokenHash?: Buffer
    readonly countedOn?: LocalDate
  },
): Promise<void> {
  await db.query(
    `INSERT INTO face_attempts (customer_no, attempt_no, face_session_no, place, actions,
       front_file_no, token_hash, counted_on, started_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      attempt.customer,
      attempt.attemptNo,
      attempt.faceSessionNo,
      attempt.place,
      attempt.actions,
      attempt.frontFileNo ?? null,
      attempt.tokenHash ?? null,
      attempt.countedOn ?? null,
      now(),
    ],
  )
}

/**
 * Voids earlier challenges, so that an attacker cannot request challenges until the actions suit. A
 * check that waits for a person is void as well: it was made with an earlier card.
 */
export async function voidChallenges(
  db: Queryable,
  { now }: Deps,
  { customer, faceSessionNo }: Pick<FaceAttempt, 'customer' | 'faceSessionNo'>,
): Promise<void> {
  await db.query(
    `UPDATE face_attempts SET state = 'failed', reason = 'expired', ended_at = $3
      WHERE customer_no = $1 AND face_session_no = $2 AND place = 'page' AND state IN ('open', 'review')`,
    [customer, faceSessionNo, now()],
  )
}

const COLUMNS = `attempt_no, face_session_no, place, actions, front_file_no, state, reason, started_at`

export async function findAttempt(
  db: Queryable,
  { customer, attemptNo }: AttemptKey,
): Promise<FaceAttempt | undefined> {
  const [row] = await db.query<Row>(
    `SELECT ${COLUMNS} FROM face_attempts WHERE customer_no = $1 AND attempt_no = $2`,
    [customer, attemptNo],
  )
  return row && attemptOf(customer, row)
}

export async function findAttemptByToken(
  db: Queryable,
  input: Pick<FaceAttempt, 'customer' | 'faceSessionNo'> & { readonly tokenHash: Buffer },
): Promise<FaceAttempt | undefined> {
  const { customer, faceSessionNo, tokenHash } = input
  const [row] = await db.query<Row>(
    `SELECT ${COLUMNS} FROM face_attempts
      WHERE customer_no = $1 AND face_session_no = $2 AND token_hash = $3`,
    [customer, faceSessionNo, tokenHash],
  )
  return row && attemptOf(customer, row)
}

export async function findNewestAttempt(
  db: Queryable,
  { customer, faceSessionNo }: Pick<FaceAttempt, 'customer' | 'faceSessionNo'>,
): Promise<FaceAttempt | undefined> {
  const [row] = await db.query<Row>(
    `SELECT ${COLUMNS} FROM face_attempts WHERE customer_no = $1 AND face_session_no = $2
      ORDER BY started_at DESC, attempt_no DESC LIMIT 1`,
    [customer, faceSessionNo],
  )
  return row && attemptOf(customer, row)
}

/**
 * Whether the newest attempt of an open check has failed. A challenge of our page that was left
 * unanswered is no attempt.
 */
export async function hasFailedAttempt(
  db: Queryable,
  { customer, purpose, businessNo }: Pick<FaceSession, 'customer' | 'purpose' | 'businessNo'>,
): Promise<boolean> {
  const [row] = await db.query<{ has_failed: boolean }>(
    `SELECT face_attempts.state = 'failed' AS has_failed
       FROM face_attempts JOIN face_sessions USING (customer_no, face_session_no)
      WHERE customer_no = $1 AND purpose = $2 AND business_no = $3 AND face_sessions.state = 'open'
        AND NOT (place = 'page' AND (face_attempts.state = 'open' OR reason = 'expired'))
      ORDER BY started_at DESC, attempt_no DESC LIMIT 1`,
    [customer, purpose, businessNo],
  )
  return row?.has_failed ?? false
}

export type FailedCheck = Pick<FaceSession, 'faceSessionNo' | 'purpose'> & {
  /** How often it has failed, without what was left or not answered. */
  readonly failures: number
}

/** The open check of a customer that was tried last, and how often it has failed. */
export async function findFailedCheck(
  db: Queryable,
  customer: CustomerNo,
): Promise<FailedCheck | undefined> {
  const [row] = await db.query<{
    face_session_no: string
    purpose: FaceSession['purpose']
    failures: number
  }>(
    `SELECT face_session_no, purpose, count(attempt_no) FILTER (
              WHERE face_attempts.state = 'failed'
                AND reason NOT IN ('expired', 'cancelled', 'unavailable'))::int AS failures
       FROM face_sessions LEFT JOIN face_attempts USING (customer_no, face_session_no)
      WHERE customer_no = $1 AND face_sessions.state = 'open'
      GROUP BY face_session_no, purpose, opened_at
      ORDER BY greatest(opened_at, max(started_at)) DESC LIMIT 1`,
    [customer],
  )
  return row && { faceSessionNo: row.face_session_no, purpose: row.purpose, failures: row.failures }
}

/** Uses up a challenge: of concurrent answers, one is judged. */
export async function beginJudging(
  db: Queryable,
  begun: AttemptKey & { readonly frontFileNo: string; readonly countedOn: LocalDate },
): Promise<boolean> {
  const rows = await db.query<{ attempt_no: string }>(
    `UPDATE face_attempts SET state = 'judging', front_file_no = $3, counted_on = $4
      WHERE customer_no = $1 AND attempt_no = $2 AND state = 'open' RETURNING attempt_no`,
    [begun.customer, begun.attemptNo, begun.frontFileNo, begun.countedOn],
  )
  return rows.length > 0
}

/**
 * Ends an attempt once, and returns the day it was counted on. A later end changes nothing and
 * returns undefined.
 */
export async function endAttempt(
  db: Queryable,
  { now }: Deps,
  { customer, attemptNo, reason, judgement, distance }: AttemptKey & FaceEnd,
): Promise<{ readonly countedOn: LocalDate | undefined } | undefined> {
  const [row] = await db.query<{ counted_on: LocalDate | null }>(
    `UPDATE face_attempts SET state = $3, reason = $4, judgement = $5, distance_ppm = $6, ended_at = $7
      WHERE customer_no = $1 AND attempt_no = $2 AND state IN ('open', 'judging')
      RETURNING counted_on`,
    [
      customer,
      attemptNo,
      reason ? 'failed' : 'passed',
      reason ?? null,
      judgement ?? null,
      distance === undefined ? null : Math.round(distance * 1_000_000),
      now(),
    ],
  )
  return row && { countedOn: row.counted_on ?? undefined }
}

type Row = {
  attempt_no: string
  face_session_no: string
  place: FaceAttempt['place']
  actions: FaceAction[]
  front_file_no: string | null
  state: FaceAttempt['state']
  reason: FaceFailure | null
  started_at: Date
}

function attemptOf(customer: CustomerNo, row: Row): FaceAttempt {
  return {
    customer,
    attemptNo: row.attempt_no,
    faceSessionNo: row.face_session_no,
    place: row.place,
    actions: row.actions,
    frontFileNo: row.front_file_no ?? undefined,
    state: row.state,
    reason: row.reason ?? undefined,
    begunAt: row.started_at,
  }
}
