import type { consoleQueuesShapes } from '@qingzhou/contract/features/console/queues'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { unreachable } from '@qingzhou/domain/assert'
import { customerNo } from '@qingzhou/platform/ids'
import type { StaffCaller } from '@qingzhou/platform/caller'
import { answerDispute, readDispute } from '#features/bureau-reports/index.ts'
import { readEvidence, reviewEvidence, type AfterReview } from '#features/evidence/index.ts'
import { readCreditReview, reviewCredit } from '#features/credit/index.ts'
import { readFaceReview, reviewFace } from '#features/identity/index.ts'
import { newPhoneOf } from '#features/profile/index.ts'
import { requireStaff } from '#features/proposals/index.ts'
import type { Services } from '#services.ts'
import { releaseItem } from './claim-store.ts'
import { findItem } from './queue-store.ts'
import { getItem, requireNotOthers, showItems } from './queues.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'now'>
type Shapes = typeof consoleQueuesShapes

/** What is reviewed, with its pictures and history, and who works on it. */
export async function readReview(
  deps: Deps & Pick<Services, 'businessDate'>,
  caller: StaffCaller,
  { itemNo }: Input<Shapes['review']>,
): Promise<Output<Shapes['review']>> {
  const queued = await findItem(deps.database, { queue: 'reviews', itemNo })
  const [queue] = await showItems(deps, caller.staff, queued ? [queued] : [])
  const face = await readFaceReview(deps, caller, itemNo)
  if (face) return { queue, face }
  const credit = await readCreditReview(deps, caller, itemNo)
  if (credit) return { queue, credit }
  const dispute = await readDispute(deps, caller, itemNo)
  if (dispute) return { queue, dispute }
  return { queue, evidence: await readEvidence(deps, caller, itemNo) }
}

/**
 * Decides once; what another member works on is left to them, and so is one’s own or a relative’s
 * account. [V2]
 */
export async function decideReview(
  deps: Deps & Pick<Services, 'tasks' | 'today' | 'businessDate'>,
  caller: StaffCaller,
  {
    review: { itemNo, round = 0, verdict, reason, amount, ground, found },
    afterReview,
  }: { readonly review: Input<Shapes['decideReview']>; readonly afterReview: AfterReview },
): Promise<Output<Shapes['decideReview']>> {
  const item = await getItem(deps, { queue: 'reviews', itemNo })
  requireNotOthers(item, caller.staff)
  await deps.database.inTransaction((tx) =>
    requireStaff(tx, deps, caller.staff, customerNo(item.customer)),
  )
  switch (item.kind) {
    case 'loanUse':
    case 'relief':
    case 'hardship': {
      const review = { evidenceNo: itemNo, round, verdict, reason }
      await reviewEvidence(deps, caller, { review, afterReview })
      return {}
    }
    case 'face':
      await reviewFace(deps, caller, {
        attemptNo: itemNo,
        verdict,
        reason,
        newPhoneOf: newPhoneOf(deps),
      })
      await releaseReviewed(deps, itemNo, caller)
      return {}
    case 'credit':
      await reviewCredit(deps, caller, { applyNo: itemNo, verdict, amount, ground })
      await releaseReviewed(deps, itemNo, caller)
      return {}
    case 'dispute':
      await answerDispute(deps, caller, { disputeNo: itemNo, verdict, reason, found })
      return {}
    default:
      return unreachable(item.kind)
  }
}

/** After the first of two approvals it waits for another member. */
async function releaseReviewed(
  { database }: Pick<Services, 'database'>,
  itemNo: string,
  { staff }: StaffCaller,
): Promise<void> {
  await database.inTransaction((tx) => releaseItem(tx, { queue: 'reviews', itemNo }, staff.staffNo))
}
