import { product } from '@qingzhou/domain/product'
import { minutesAfter } from '@qingzhou/platform/clock'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { tomorrow } from '#features/identity/daily-attempt-store.ts'
import type { Services } from '#services.ts'
import type { CheckPurpose, FaceSession } from './face-session-store.ts'

type Business = Pick<FaceSession, 'customer' | 'purpose' | 'businessNo'>

/** The purposes whose business waits for a person, and ends by itself. */
const held: readonly CheckPurpose[] = ['loan', 'plan', 'phone']

export function isHeld({ purpose }: Pick<FaceSession, 'purpose'>): boolean {
  return held.includes(purpose)
}

/**
 * Until when a business is kept open: a draw until the end of its day, as it is signed for this day;
 * others for the hours of its part, waiting or going on.
 */
export function holdUntil(
  deps: Pick<Services, 'now' | 'today'>,
  { purpose }: Pick<FaceSession, 'purpose'>,
  part: 'waiting' | 'goingOn',
): Date {
  if (purpose === 'loan') return new Date(`${tomorrow(deps)}T00:00:00+08:00`)
  const { waitHours, continueHours } = product.faceReview
  return minutesAfter(deps.now(), (part === 'waiting' ? waitHours : continueHours) * 60)
}

export async function holdBusiness(
  tx: Transaction,
  {
    customer,
    faceSessionNo,
    until,
  }: Pick<FaceSession, 'customer' | 'faceSessionNo'> & { readonly until: Date },
): Promise<void> {
  await tx.query(
    `UPDATE face_sessions SET held_until = $3 WHERE customer_no = $1 AND face_session_no = $2`,
    [customer, faceSessionNo, until],
  )
}

/** Until when a person's review keeps a business open; undefined if none has. */
export async function findHold(
  db: Queryable,
  { customer, purpose, businessNo }: Business,
): Promise<Date | undefined> {
  const [row] = await db.query<{ held_until: Date | null }>(
    `SELECT max(held_until) AS held_until FROM face_sessions
      WHERE customer_no = $1 AND purpose = $2 AND business_no = $3`,
    [customer, purpose, businessNo],
  )
  return row?.held_until ?? undefined
}

/** Takes the checks of a business that has ended from the reviewers. Without a number: of every one. */
export async function closeFaceReviews(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  {
    customer,
    purpose,
    businessNo,
  }: Pick<Business, 'customer' | 'purpose'> & { readonly businessNo?: string },
): Promise<void> {
  await tx.query(
    `UPDATE face_attempts AS attempt SET state = 'failed', reason = 'expired', ended_at = $4
       FROM face_sessions AS session
      WHERE attempt.customer_no = $1 AND session.customer_no = $1
        AND session.face_session_no = attempt.face_session_no
        AND session.purpose = $2 AND session.business_no = coalesce($3, session.business_no)
        AND attempt.state = 'review'`,
    [customer, purpose, businessNo, now()],
  )
}
