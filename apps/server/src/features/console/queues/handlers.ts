import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers, StaffCaller } from '@qingzhou/platform/caller'
import { Refused } from '@qingzhou/platform/refused'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import type { AfterReview } from '#features/evidence/index.ts'
import type { AnyProposalKind } from '#features/proposals/index.ts'
import type { Services } from '#services.ts'
import { actOnException } from './act-on-exception.ts'
import { releaseItem, type QueueItem } from './claim-store.ts'
import { claimException, commentOnException, listExceptions, readException } from './exceptions.ts'
import { readHome } from './home.ts'
import { claimNextReview, claimReview, decideReview, listReviews, readReview } from './reviews.ts'

type QueueServices = Pick<
  Services,
  | 'database'
  | 'vault'
  | 'now'
  | 'today'
  | 'tasks'
  | 'files'
  | 'limiter'
  | 'log'
  | 'providers'
  | 'mode'
  | 'businessDate'
  | 'endOfDay'
>

/** The calls of the console about exceptions, reviews and its first page. */
export function consoleQueuesHandlers(
  services: QueueServices,
  {
    kinds,
    afterReview,
  }: {
    readonly kinds: readonly AnyProposalKind[]
    readonly afterReview: AfterReview
  },
): Handlers<Callers>['console-queues'] {
  return {
    exceptions: (input, caller) => listExceptions(services, caller, input),
    exception: (input, caller) => readException(services, caller, input),
    actOnException: (input, caller) => actOnException({ ...services, kinds }, caller, input),
    comment: (input, caller) => commentOnException(services, caller, input),
    claimException: async ({ exceptionNo }, caller) => {
      await claimException(services, caller, exceptionNo)
      return {}
    },
    releaseException: async ({ exceptionNo: itemNo }, caller) =>
      release(services, caller, { queue: 'exceptions', itemNo }),
    reviews: (input, caller) => listReviews(services, caller, input),
    review: (input, caller) => readReview(services, caller, input),
    nextReview: (input, caller) => claimNextReview(services, caller, input),
    claimReview: async ({ evidenceNo }, caller) => {
      await claimReview(services, caller, evidenceNo)
      return {}
    },
    releaseReview: async ({ evidenceNo: itemNo }, caller) =>
      release(services, caller, { queue: 'reviews', itemNo }),
    decideReview: (review, caller) => decideReview(services, caller, { review, afterReview }),
    home: (_, caller) => readHome(services, caller),
  }
}

async function release(
  services: Pick<Services, 'database' | 'now'>,
  { staff }: StaffCaller,
  item: QueueItem,
): Promise<Record<string, never>> {
  await services.database.inTransaction(async (tx) => {
    const wasOurs = await releaseItem(tx, item, staff.staffNo)
    if (!wasOurs) throw new Refused({ kind: 'item-claimed' })
    const about = `queue=${item.queue} item=${item.itemNo}`
    await recordStaffAct(tx, services, { staff, act: 'release-item', about })
  })
  return {}
}
