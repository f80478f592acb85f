import type { consoleQueuesShapes, ReviewRow } from '@qingzhou/contract/features/console/queues'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import type { StaffCaller } from '@qingzhou/platform/caller'
import { customerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import { readEvidence, reviewEvidence, type AfterReview } from '#features/evidence/index.ts'
import { namesOfStaff } from '#features/staff-members/index.ts'
import type { Services } from '#services.ts'
import { claimItem } from './claim-store.ts'
import { overdueBeforeOf } from './overdue.ts'
import { placeKey } from './place-key.ts'
import {
  countQueuedReviews,
  findQueuedReview,
  listQueuedReviews,
  type QueuedReview,
} from './review-queue-store.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'now'>
type Shapes = typeof consoleQueuesShapes

/** A page of the evidence that waits for a reviewer. */
export async function listReviews(
  deps: Deps,
  { staff }: StaffCaller,
  { filters, sort, after, limit }: Input<Shapes['reviews']>,
): Promise<Output<Shapes['reviews']>> {
  const overdueBefore = overdueBeforeOf(deps.now())
  const found = await listQueuedReviews(deps.database, {
    subject: filters.subject,
    owner: filters.owner,
    before: filters.overdue && overdueBefore,
    staffNo: staff.staffNo,
    order: sort.order,
    after: after && placeKey(after),
    limit: limit + 1,
  })
  const page = found.slice(0, limit)
  const counts = await countQueuedReviews(deps.database, overdueBefore)
  const about = `count=${page.length}`
  await recordStaffAct(deps.database, deps, { staff, act: 'list-reviews', about })
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    rows: await rowsOf(deps, staff, page),
    next: last && { key: last.key, no: last.evidenceNo },
    about: counts.reduce((sum, { open }) => sum + open, 0),
    counts: counts.map(({ subject, open }) => ({ subject, open })),
  }
}

/** The evidence with its files and history, and who works on it. */
export async function readReview(
  deps: Deps & Pick<Services, 'businessDate'>,
  caller: StaffCaller,
  { evidenceNo }: Input<Shapes['review']>,
): Promise<Output<Shapes['review']>> {
  const detail = await readEvidence(deps, caller, evidenceNo)
  const queued = await findQueuedReview(deps.database, evidenceNo)
  const [queue] = await rowsOf(deps, caller.staff, queued ? [queued] : [])
  return { ...detail, queue }
}

/** The second of two members who claim it at once is refused. */
export async function claimReview(
  deps: Deps,
  caller: StaffCaller,
  evidenceNo: string,
): Promise<void> {
  const review = await findQueuedReview(deps.database, evidenceNo)
  if (!review) throw new Refused({ kind: 'evidence-unknown' })
  if (!(await isClaimed(deps, caller, review))) throw new Refused({ kind: 'item-claimed' })
}

async function isClaimed(
  deps: Deps,
  { staff }: StaffCaller,
  { evidenceNo, customer, since }: QueuedReview,
): Promise<boolean> {
  return deps.database.inTransaction(async (tx) => {
    const item = { queue: 'reviews', itemNo: evidenceNo } as const
    const { staffNo } = staff
    const holder = await claimItem(tx, item, { staffNo, since, now: deps.now() })
    if (holder !== staffNo) return false
    const about = `evidence=${evidenceNo}`
    const act = { staff, act: 'claim-review', customer: customerNo(customer), about }
    await recordStaffAct(tx, deps, act)
    return true
  })
}

const NEXT_TRIED_MAX = 20

/** Claims the review that has waited longest and that nobody works on. */
export async function claimNextReview(
  deps: Deps,
  caller: StaffCaller,
  { subject }: Input<Shapes['nextReview']>,
): Promise<Output<Shapes['nextReview']>> {
  const { staffNo } = caller.staff
  const filter = { subject, staffNo, owner: 'nobody', order: 'up', limit: NEXT_TRIED_MAX } as const
  for (const review of await listQueuedReviews(deps.database, filter)) {
    if (await isClaimed(deps, caller, review)) return { evidenceNo: review.evidenceNo }
  }
  return {}
}

/** Decides like the screens of the staff area; what another member works on is left to them. */
export async function decideReview(
  deps: Deps & Pick<Services, 'tasks'>,
  caller: StaffCaller,
  input: { readonly review: Input<Shapes['decideReview']>; readonly afterReview: AfterReview },
): Promise<Output<Shapes['decideReview']>> {
  const queued = await findQueuedReview(deps.database, input.review.evidenceNo)
  const holder = queued?.claimedBy
  if (holder !== undefined && holder !== caller.staff.staffNo) {
    throw new Refused({ kind: 'item-claimed' })
  }
  return reviewEvidence(deps, caller, input)
}

async function rowsOf(
  deps: Deps,
  { staffNo }: { readonly staffNo: string },
  reviews: readonly QueuedReview[],
): Promise<ReviewRow[]> {
  const holders = reviews.flatMap(({ claimedBy }) => claimedBy ?? [])
  const names = await namesOfStaff(deps.database, deps, holders)
  const overdueBefore = overdueBeforeOf(deps.now())
  return reviews.map(({ since, claimedBy, ...review }) => ({
    ...review,
    since: since.getTime(),
    isOverdue: since < overdueBefore,
    owner: claimedBy === undefined ? undefined : (names.get(claimedBy) ?? claimedBy),
    isMine: claimedBy === staffNo,
  }))
}
