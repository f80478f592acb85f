import type { consoleQueuesShapes } from '@qingzhou/contract/features/console/queues'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import type { StaffCaller } from '@qingzhou/platform/caller'
import { readEvidence, reviewEvidence, type AfterReview } from '#features/evidence/index.ts'
import type { Services } from '#services.ts'
import { findItem } from './queue-store.ts'
import { requireNotOthers, showItems } from './queues.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'now'>
type Shapes = typeof consoleQueuesShapes

/** The evidence with its files and history, and who works on it. */
export async function readReview(
  deps: Deps & Pick<Services, 'businessDate'>,
  caller: StaffCaller,
  { itemNo }: Input<Shapes['review']>,
): Promise<Output<Shapes['review']>> {
  const detail = await readEvidence(deps, caller, itemNo)
  const queued = await findItem(deps.database, { queue: 'reviews', itemNo })
  const [queue] = await showItems(deps, caller.staff, queued ? [queued] : [])
  return { ...detail, queue }
}

/** Decides like the screens of the staff area; what another member works on is left to them. */
export async function decideReview(
  deps: Deps & Pick<Services, 'tasks'>,
  caller: StaffCaller,
  {
    review: { itemNo, ...decision },
    afterReview,
  }: { readonly review: Input<Shapes['decideReview']>; readonly afterReview: AfterReview },
): Promise<Output<Shapes['decideReview']>> {
  const queued = await findItem(deps.database, { queue: 'reviews', itemNo })
  if (queued) requireNotOthers(queued, caller.staff)
  const review = { evidenceNo: itemNo, ...decision }
  await reviewEvidence(deps, caller, { review, afterReview })
  return {}
}
