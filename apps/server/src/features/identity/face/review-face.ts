import { lockApplication } from '#features/applications/index.ts'
import { findCard } from '#features/identity/card/id-card-store.ts'
import { returnAttempt } from '#features/identity/daily-attempt-store.ts'
import { isSamePerson } from '#features/staff-members/index.ts'
import { product } from '@qingzhou/domain/product'
import type { StaffCaller } from '@qingzhou/platform/caller'
import type { Transaction } from '@qingzhou/platform/database/database'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { Refused } from '@qingzhou/platform/refused'
import { smsOf, withoutFinalPunctuation, type Sms } from '@qingzhou/platform/sms/sms-templates'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import type { Services } from '#services.ts'
import type { FaceAttempt } from './face-attempt-store.ts'
import type { FaceSession } from './face-session-store.ts'
import {
  endReview,
  findReferredAttempt,
  referAttempt,
  setFirstReview,
  type ReferredAttempt,
} from './face-review-store.ts'
import { holdBusiness, holdUntil, isHeld } from './held-business-store.ts'
import { pass } from './settle-channel-face.ts'

/**
 * Whether a check can wait for a person: that of an application does, and of a draw, a plan and a
 * phone change, which are kept open meanwhile. An amendment is begun again at once, and two people
 * return an access.
 */
export function mayWaitForReview(session: Pick<FaceSession, 'purpose'>): boolean {
  return session.purpose === 'credit' || isHeld(session)
}

/** Stores the frames of an unsure check as evidence and leaves it to a person. */
export async function referFace(
  services: Pick<Services, 'database' | 'files' | 'now' | 'today' | 'tasks'>,
  { session, attempt }: { readonly session: FaceSession; readonly attempt: FaceAttempt },
  unsure: { readonly distance?: number | undefined; readonly frames: readonly Buffer[] },
): Promise<void> {
  const { database, files, now, tasks } = services
  const { customer, attemptNo, faceSessionNo } = attempt
  const frameFileNos = await Promise.all(
    unsure.frames.map((frame) => files.put(frame, { customer, kind: 'face-frame' })),
  )
  const { distance } = unsure
  await database.inTransaction(async (tx) => {
    const referred = { customer, attemptNo, judgement: 'unsure', distance, frameFileNos }
    if (!(await referAttempt(tx, { now }, referred))) return
    for (const fileNo of frameFileNos) await files.hold(tx, { customer, fileNo })
    if (!isHeld(session)) return
    const until = holdUntil(services, session, 'waiting')
    await holdBusiness(tx, { customer, faceSessionNo, until })
    const payload = { customer, attemptNo }
    await tasks.add(tx, { kind: 'end-face-review', payload, key: attemptNo, runAt: until })
  })
}

type ReviewServices = Pick<Services, 'database' | 'vault' | 'now' | 'tasks' | 'today'>

/**
 * The phone that a phone change moves to, if the check is for one: its holder cannot read the other.
 */
export type NewPhoneOf = (
  tx: Transaction,
  check: Pick<FaceSession, 'customer' | 'purpose' | 'businessNo'>,
) => Promise<string | undefined>

/**
 * Passes or fails a check that the service was unsure about; of two reviewers at once, the second is
 * refused. Where a check needs two, it passes with the second approval. The step continues at once,
 * and the customer is told.
 */
export async function reviewFace(
  services: ReviewServices,
  { staff }: StaffCaller,
  {
    newPhoneOf,
    ...review
  }: {
    readonly attemptNo: string
    readonly verdict: 'approved' | 'refused'
    readonly reason?: string | undefined
    readonly newPhoneOf: NewPhoneOf
  },
): Promise<void> {
  const { attemptNo, verdict } = review
  const { staffNo } = staff
  const message = verdict === 'refused' ? review.reason?.trim() : undefined
  if (verdict === 'refused' && !message) throw new Refused({ kind: 'reason-needed' })
  await services.database.inTransaction(async (tx) => {
    const attempt = await lockReferred(tx, services, attemptNo)
    const { customer } = attempt
    const log = (ended: string) => {
      const about = `face-check=${attemptNo} purpose=${attempt.purpose} verdict=${ended}`
      return recordStaffAct(tx, services, { staff, act: 'review-face-check', customer, about })
    }
    if (verdict === 'approved' && needsTwo(attempt)) {
      if (!attempt.first) {
        if (!(await setFirstReview(tx, services, { customer, attemptNo, by: staffNo }))) {
          throw new Refused({ kind: 'review-closed' })
        }
        return log('approved-first')
      }
      await requireSecond(tx, attempt, staffNo)
    }
    await end(tx, services, { attempt, reviewedBy: staffNo, message, newPhoneOf })
    await log(verdict)
  })
}

/** Locks the application, and refuses a check that is decided, outdated or too late. */
async function lockReferred(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'now' | 'today'>,
  attemptNo: string,
): Promise<ReferredAttempt> {
  const found = await findReferredAttempt(tx, services, attemptNo)
  if (!found) throw new Refused({ kind: 'review-closed' })
  await lockApplication(tx, services, found.customer)
  const attempt = (await findReferredAttempt(tx, services, attemptNo)) ?? found
  const card = await findCard(tx, services, attempt.customer)
  // The frames were compared with another card.
  const isOutdated = card?.frontFileNo !== attempt.frontFileNo
  const isTooLate = attempt.heldUntil !== undefined && attempt.heldUntil <= services.now()
  if (attempt.state !== 'review' || isOutdated || isTooLate) {
    throw new Refused({ kind: 'review-closed' })
  }
  return attempt
}

/** A phone change opens the account, and a large draw moves much money: two people decide. */
export function needsTwo({
  purpose,
  amount,
}: Pick<ReferredAttempt, 'purpose' | 'amount'>): boolean {
  if (purpose === 'phone') return true
  return amount !== undefined && amount > product.faceReview.twoReviewersAbove
}

async function requireSecond(
  tx: Transaction,
  { first }: Pick<ReferredAttempt, 'first'>,
  staffNo: string,
): Promise<void> {
  const isOwn = first && (first.by === staffNo || (await isSamePerson(tx, [first.by, staffNo])))
  if (isOwn) throw new Refused({ kind: 'own-approval' })
}

async function end(
  tx: Transaction,
  services: ReviewServices,
  {
    attempt,
    reviewedBy,
    message,
    newPhoneOf,
  }: {
    readonly attempt: ReferredAttempt
    readonly reviewedBy: string
    /** Why it is refused. */
    readonly message: string | undefined
    readonly newPhoneOf: NewPhoneOf
  },
): Promise<void> {
  const { customer, attemptNo, faceSessionNo } = attempt
  const isEnded = await endReview(tx, services, {
    customer,
    attemptNo,
    reviewedBy,
    ...(message !== undefined && { reason: 'refusedByReview', message }),
  })
  if (!isEnded) throw new Refused({ kind: 'review-closed' })
  if (isHeld(attempt)) {
    const until = holdUntil(services, attempt, 'goingOn')
    await holdBusiness(tx, { customer, faceSessionNo, until })
  }
  if (message === undefined) await pass(tx, services, attempt)
  const sms = messageOf(attempt, message)
  await enqueueSms(tx, services, { customer, messageNo: `face-${attemptNo}`, sms })
  const phone = await newPhoneOf(tx, attempt)
  if (phone === undefined) return
  await enqueueSms(tx, services, { customer, messageNo: `face-${attemptNo}-new`, sms, phone })
}

function messageOf({ purpose }: ReferredAttempt, message: string | undefined): Sms {
  if (message !== undefined) {
    return smsOf('face-review/refused', { reason: withoutFinalPunctuation(message) })
  }
  if (purpose === 'loan') return smsOf('face-review/draw', {})
  if (!isHeld({ purpose })) return smsOf('face-review/approved', {})
  return smsOf('face-review/go-on', { hours: String(product.faceReview.continueHours) })
}

/** Ends a check that no person has decided in time. The attempt counts for nothing. */
export async function endFaceReview(
  services: ReviewServices,
  { customer, attemptNo }: { readonly customer: CustomerNo; readonly attemptNo: string },
): Promise<void> {
  await services.database.inTransaction(async (tx) => {
    const attempt = await findReferredAttempt(tx, services, attemptNo)
    if (attempt?.state !== 'review') return
    const ended = await endReview(tx, services, { customer, attemptNo, reason: 'expired' })
    if (!ended) return
    if (ended.countedOn) {
      await returnAttempt(tx, { customer, kind: 'face', day: ended.countedOn })
    }
    // A draw ends at the same moment, with a message of its own.
    if (attempt.purpose === 'loan') return
    const sms = smsOf('face-review/lapsed', {})
    await enqueueSms(tx, services, { customer, messageNo: `face-${attemptNo}`, sms })
  })
}
