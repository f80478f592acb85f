import type { FaceReview } from '@qingzhou/contract/features/console/reviews'
import { maskIdNumber } from '@qingzhou/domain/people/masking'
import { maskName } from '@qingzhou/domain/people/person-name'
import { findCard } from '#features/identity/card/id-card-store.ts'
import { isOwnAccount, isSamePerson, namesOfStaff } from '#features/staff-members/index.ts'
import type { StaffCaller } from '@qingzhou/platform/caller'
import { newFileLinks } from '@qingzhou/platform/files/file-link-store'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import type { Services } from '#services.ts'
import { findReferredAttempt } from './face-review-store.ts'
import { needsTwo } from './review-face.ts'

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
  const { customer, actions, distancePpm, referredAt, reviewedBy, endedAt, first } = attempt
  const about = `face-check=${attemptNo}`
  await recordStaffAct(database, deps, { staff, act: 'look-at-face-check', customer, about })

  const card = await findCard(database, deps, customer)
  const { staffNo } = staff
  const reviewers = [reviewedBy ?? [], first?.by ?? []].flat()
  const names = await namesOfStaff(database, deps, reviewers)
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
    purpose: attempt.purpose,
    amount: attempt.amount,
    heldUntil: attempt.state === 'review' ? attempt.heldUntil?.getTime() : undefined,
    needsTwo: needsTwo(attempt),
    first: first && {
      by: names.get(first.by) ?? first.by,
      at: first.at.getTime(),
      isOwn: first.by === staffNo || (await isSamePerson(database, [first.by, staffNo])),
    },
    name: card ? maskName(card.name) : '',
    idNumber: card ? maskIdNumber(card.idNumber) : '',
    expiresOn: card?.expiresOn,
    referredAt: referredAt.getTime(),
    actions: [...actions],
    distance: distancePpm === undefined ? undefined : distancePpm / 1_000_000,
    portrait,
    frames,
    isOwn: await isOwnAccount(database, { customer, staffNo }),
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
