import type { FaceAction, FaceFailure } from '@qingzhou/contract/features/identity'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen, type Money } from '@qingzhou/domain/money/money'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Services } from '#services.ts'
import type { FaceEnd } from './face-attempt-store.ts'
import type { FaceSession } from './face-session-store.ts'

type AttemptKey = { readonly customer: CustomerNo; readonly attemptNo: string }

/** Leaves a judged attempt to a person, with its frames. Returns false if it has ended meanwhile. */
export async function referAttempt(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  {
    customer,
    attemptNo,
    judgement,
    distance,
    frameFileNos,
  }: AttemptKey &
    Pick<FaceEnd, 'judgement' | 'distance'> & { readonly frameFileNos: readonly string[] },
): Promise<boolean> {
  const rows = await tx.query<{ attempt_no: string }>(
    `UPDATE face_attempts
        SET state = 'review', judgement = $3, distance_ppm = $4, frame_file_nos = $5, referred_at = $6
      WHERE customer_no = $1 AND attempt_no = $2 AND state = 'judging' RETURNING attempt_no`,
    [
      customer,
      attemptNo,
      judgement,
      distance === undefined ? null : Math.round(distance * 1_000_000),
      frameFileNos,
      now(),
    ],
  )
  return rows.length > 0
}

/** Whether a check waits for a person. One made with an earlier card does not. */
export async function isInReview(
  db: Queryable,
  { customer, purpose, businessNo }: Pick<FaceSession, 'customer' | 'purpose' | 'businessNo'>,
): Promise<boolean> {
  const rows = await db.query(
    `SELECT FROM face_attempts JOIN face_sessions USING (customer_no, face_session_no)
       JOIN id_cards USING (customer_no, front_file_no)
      WHERE customer_no = $1 AND purpose = $2 AND business_no = $3
        AND face_sessions.state = 'open' AND face_attempts.state = 'review'`,
    [customer, purpose, businessNo],
  )
  return rows.length > 0
}

export type ReferredAttempt = AttemptKey & {
  readonly faceSessionNo: string
  readonly purpose: FaceSession['purpose']
  readonly businessNo: string
  /** What is drawn, for a draw. */
  readonly amount: Money | undefined
  readonly heldUntil: Date | undefined
  readonly actions: readonly FaceAction[]
  readonly frontFileNo: string
  readonly frameFileNos: readonly string[]
  readonly distancePpm: number | undefined
  readonly state: 'review' | 'passed' | 'failed'
  readonly referredAt: Date
  /** The first of two reviewers, who has approved. */
  readonly first: { readonly by: string; readonly at: Date } | undefined
  readonly reviewedBy: string | undefined
  readonly endedAt: Date | undefined
  readonly message: string | undefined
}

/** A check that was left to a person, decided or not. */
export async function findReferredAttempt(
  db: Queryable,
  { vault }: Pick<Services, 'vault'>,
  attemptNo: string,
): Promise<ReferredAttempt | undefined> {
  const [row] = await db.query<{
    customer_no: string
    face_session_no: string
    purpose: FaceSession['purpose']
    business_no: string
    amount_fen: bigint | null
    held_until: Date | null
    actions: FaceAction[]
    front_file_no: string | null
    frame_file_nos: string[]
    distance_ppm: number | null
    state: ReferredAttempt['state']
    referred_at: Date | null
    first_reviewed_by: string | null
    first_reviewed_at: Date | null
    reviewed_by: string | null
    ended_at: Date | null
    review_reason_sealed: Buffer | null
  }>(
    `SELECT customer_no, face_session_no, session.purpose, business_no, held_until, actions,
            front_file_no, frame_file_nos, distance_ppm, attempt.state, referred_at,
            first_reviewed_by, first_reviewed_at, reviewed_by, ended_at, review_reason_sealed,
            (SELECT amount_fen FROM draws
              WHERE session.purpose = 'loan' AND draws.customer_no = session.customer_no
                AND draw_no = business_no) AS amount_fen
       FROM face_attempts AS attempt JOIN face_sessions AS session USING (customer_no, face_session_no)
      WHERE attempt_no = $1 AND referred_at IS NOT NULL`,
    [attemptNo],
  )
  if (!row?.referred_at || row.front_file_no === null) return undefined
  const place = placeIn('face_attempts', row.customer_no, attemptNo)('review_reason_sealed')
  return {
    customer: customerNo(row.customer_no),
    attemptNo,
    faceSessionNo: row.face_session_no,
    purpose: row.purpose,
    businessNo: row.business_no,
    amount: row.amount_fen === null ? undefined : fen(row.amount_fen),
    heldUntil: row.held_until ?? undefined,
    first: firstOf(row),
    actions: row.actions,
    frontFileNo: row.front_file_no,
    frameFileNos: row.frame_file_nos,
    distancePpm: row.distance_ppm ?? undefined,
    state: row.state,
    referredAt: row.referred_at,
    reviewedBy: row.reviewed_by ?? undefined,
    endedAt: row.ended_at ?? undefined,
    message: row.review_reason_sealed ? vault.open(row.review_reason_sealed, place) : undefined,
  }
}

function firstOf(row: {
  readonly first_reviewed_by: string | null
  readonly first_reviewed_at: Date | null
}): ReferredAttempt['first'] {
  const { first_reviewed_by: by, first_reviewed_at: at } = row
  return by === null || at === null ? undefined : { by, at }
}

/** The first of two reviewers has approved. Returns false if it was decided meanwhile. */
export async function setFirstReview(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  { customer, attemptNo, by }: AttemptKey & { readonly by: string },
): Promise<boolean> {
  const rows = await tx.query<{ attempt_no: string }>(
    `UPDATE face_attempts SET first_reviewed_by = $3, first_reviewed_at = $4
      WHERE customer_no = $1 AND attempt_no = $2 AND state = 'review' AND first_reviewed_by IS NULL
      RETURNING attempt_no`,
    [customer, attemptNo, by, now()],
  )
  return rows.length > 0
}

/** Ends a check that waits for a person, once, and returns the day that it was counted on. */
export async function endReview(
  tx: Transaction,
  { vault, now }: Pick<Services, 'vault' | 'now'>,
  {
    customer,
    attemptNo,
    reviewedBy,
    reason,
    message,
  }: AttemptKey & {
    /** Without: no person has decided in time. */
    readonly reviewedBy?: string
    readonly reason?: FaceFailure
    readonly message?: string | undefined
  },
): Promise<{ readonly countedOn: LocalDate | undefined } | undefined> {
  const place = placeIn('face_attempts', customer, attemptNo)('review_reason_sealed')
  const [row] = await tx.query<{ counted_on: LocalDate | null }>(
    `UPDATE face_attempts
        SET state = $3, reason = $4, reviewed_by = $5, review_reason_sealed = $6, ended_at = $7
      WHERE customer_no = $1 AND attempt_no = $2 AND state = 'review' RETURNING counted_on`,
    [
      customer,
      attemptNo,
      reason ? 'failed' : 'passed',
      reason,
      reviewedBy,
      message === undefined ? null : vault.seal(message, place),
      now(),
    ],
  )
  return row && { countedOn: row.counted_on ?? undefined }
}
