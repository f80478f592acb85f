import type { FaceReview } from '@qingzhou/contract/features/console/reviews'
import { maskIdNumber } from '@qingzhou/domain/people/masking'
import { maskName } from '@qingzhou/domain/people/person-name'
import { lockApplication } from '#features/applications/index.ts'
import { findCard } from '#features/identity/card/id-card-store.ts'
import { getPhone } from '#features/onboarding/index.ts'
import { isPhoneOfStaff, namesOfStaff } from '#features/staff-members/index.ts'
import type { StaffCaller } from '@qingzhou/platform/caller'
import type { Queryable } from '@qingzhou/platform/database/database'
import { newFileLinks } from '@qingzhou/platform/files/file-link-store'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { Refused } from '@qingzhou/platform/refused'
import { smsOf, withoutFinalPunctuation } from '@qingzhou/platform/sms/sms-templates'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import type { Services } from '#services.ts'
import type { FaceAttempt } from './face-attempt-store.ts'
import type { FaceSession } from './face-session-store.ts'
import {
  endReview,
  findReferredAttempt,
  referAttempt,
  type ReferredAttempt,
} from './face-review-store.ts'
import { pass } from './settle-channel-face.ts'

/**
 * Whether a check can wait for a person: that of an application does, whose authorisation says that
 * the frames are kept then. A draw lapses within minutes, a plan, a phone change or an amendment is
 * begun again at once, and two people return an access.
 */
export function mayWaitForReview({ purpose }: Pick<FaceSession, 'purpose'>): boolean {
  return purpose === 'credit'
}

/** Stores the frames of an unsure check as evidence and leaves it to a person. */
export async function referFace(
  { database, files, now }: Pick<Services, 'database' | 'files' | 'now'>,
  { customer, attemptNo }: FaceAttempt,
  unsure: { readonly distance?: number | undefined; readonly frames: readonly Buffer[] },
): Promise<void> {
  const frameFileNos = await Promise.all(
    unsure.frames.map((frame) => files.put(frame, { customer, kind: 'face-frame' })),
  )
  const { distance } = unsure
  await database.inTransaction(async (tx) => {
    const referred = { customer, attemptNo, judgement: 'unsure', distance, frameFileNos }
    if (!(await referAttempt(tx, { now }, referred))) return
    for (const fileNo of frameFileNos) await files.hold(tx, { customer, fileNo })
  })
}

type Deps = Pick<Services, 'database' | 'vault' | 'now'>

/**
 * The card and the frames of a check beside each other; undefined for another number. The access is
 * logged first.
 */
export async function readFaceReview(
  deps: Deps,
  caller: StaffCaller,
  attemptNo: string,
): Promise<FaceReview | undefined> {
  const { database } = deps
  const { staff } = caller
  const attempt = await findReferredAttempt(database, deps, attemptNo)
  if (!attempt) return undefined
  const { customer, actions, distancePpm, referredAt, reviewedBy, endedAt } = attempt
  const about = `face-check=${attemptNo}`
  await recordStaffAct(database, deps, { staff, act: 'look-at-face-check', customer, about })

  const card = await findCard(database, deps, customer)
  const names = await namesOfStaff(database, deps, reviewedBy === undefined ? [] : [reviewedBy])
  const fileNos = [attempt.frontFileNo, ...attempt.frameFileNos]
  const shown = fileNos.map((fileNo, at) => {
    return { customer, fileNo, fileName: `face-check-${at}.jpg`, form: 'picture' } as const
  })
  const [portrait, ...frames] = await newFileLinks(database, deps, {
    holder: caller.readSecret('staff'),
    files: shown,
  })
  return {
    customer,
    name: card ? maskName(card.name) : '',
    idNumber: card ? maskIdNumber(card.idNumber) : '',
    expiresOn: card?.expiresOn,
    referredAt: referredAt.getTime(),
    actions: [...actions],
    distance: distancePpm === undefined ? undefined : distancePpm / 1_000_000,
    portrait,
    frames,
    isOwn: await isOwn(database, deps, { attempt, staff }),
    decision:
      reviewedBy === undefined || attempt.state === 'review'
        ? undefined
        : {
            verdict: attempt.state === 'passed' ? 'approved' : 'refused',
            by: names.get(reviewedBy) ?? reviewedBy,
            at: (endedAt ?? referredAt).getTime(),
            reason: attempt.message,
          },
  }
}

async function isOwn(
  db: Queryable,
  deps: Pick<Services, 'vault'>,
  {
    attempt: { customer },
    staff: { staffNo },
  }: { readonly attempt: ReferredAttempt; readonly staff: StaffCaller['staff'] },
): Promise<boolean> {
  const phone = await getPhone(db, deps, customer)
  return isPhoneOfStaff(db, deps, { staffNo, phone })
}

/**
 * Passes or fails a check that the service was unsure about; the second of two reviewers is refused.
 * The step continues at once, and the customer is told.
 */
export async function reviewFace(
  services: Deps & Pick<Services, 'tasks' | 'today'>,
  { staff }: StaffCaller,
  review: {
    readonly attemptNo: string
    readonly verdict: 'approved' | 'refused'
    readonly reason?: string | undefined
  },
): Promise<void> {
  const { attemptNo, verdict } = review
  const message = verdict === 'refused' ? review.reason?.trim() : undefined
  if (verdict === 'refused' && !message) throw new Refused({ kind: 'reason-needed' })
  await services.database.inTransaction(async (tx) => {
    const attempt = await findReferredAttempt(tx, services, attemptNo)
    if (!attempt) throw new Refused({ kind: 'review-closed' })
    const { customer } = attempt
    await lockApplication(tx, services, customer)
    if (await isOwn(tx, services, { attempt, staff })) throw new Refused({ kind: 'own-loan' })
    const card = await findCard(tx, services, customer)
    // The frames were compared with another card.
    if (card?.frontFileNo !== attempt.frontFileNo) throw new Refused({ kind: 'review-closed' })
    const isEnded = await endReview(tx, services, {
      customer,
      attemptNo,
      reviewedBy: staff.staffNo,
      ...(message !== undefined && { reason: 'refusedByReview', message }),
    })
    if (!isEnded) throw new Refused({ kind: 'review-closed' })
    if (verdict === 'approved') await pass(tx, services, attempt)
    const sms =
      message === undefined
        ? smsOf('face-review/approved', {})
        : smsOf('face-review/refused', { reason: withoutFinalPunctuation(message) })
    await enqueueSms(tx, services, { customer, messageNo: `face-${attemptNo}`, sms })
    const about = `face-check=${attemptNo} verdict=${verdict}`
    await recordStaffAct(tx, services, { staff, act: 'review-face-check', customer, about })
  })
}
