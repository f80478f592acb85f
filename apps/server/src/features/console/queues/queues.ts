import {
  OVERDUE_HOURS,
  type consoleQueuesShapes,
  type ItemState,
  type QueueItem,
} from '@qingzhou/contract/features/console/queues'
import type { ListPlace } from '@qingzhou/contract/wire/list'
import type { Input } from '@qingzhou/contract/wire/shape'
import type { Money } from '@qingzhou/domain/money/money'
import type { StaffCaller } from '@qingzhou/platform/caller'
import { minutesAfter } from '@qingzhou/platform/clock'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import { namesOfStaff } from '#features/staff-members/index.ts'
import type { Services } from '#services.ts'
import { claimItem, insertQueueEvent, releaseItem, type ItemKey } from './claim-store.ts'
import { countItems, findItem, listItems, type Queue, type QueuedItem } from './queue-store.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'now'>
type Shapes = typeof consoleQueuesShapes

/** An item as the console shows it. */
type ItemView<Q extends Queue> = Omit<QueueItem, 'kind'> & { readonly kind: QueuedItem<Q>['kind'] }
type Page<Q extends Queue> = {
  readonly rows: ItemView<Q>[]
  readonly next: ListPlace | undefined
  readonly about: number
  readonly counts: {
    readonly kind: QueuedItem<Q>['kind']
    readonly open: number
    readonly amount: Money
  }[]
}

const unknown = { exceptions: 'exception-unknown', reviews: 'review-closed' } as const
const singular = { exceptions: 'exception', reviews: 'review' } as const

/** An item that waits since before this moment is overdue. */
export function overdueBeforeOf(now: Date): Date {
  return minutesAfter(now, -OVERDUE_HOURS * 60)
}

/** A page of the open items of a queue, and their counts by kind. */
export async function listQueue<Q extends Queue>(
  deps: Deps,
  { staff }: StaffCaller,
  {
    queue,
    filters: { kind, customer, owner, overdue },
    sort,
    after,
    limit,
  }: Omit<Input<Shapes['exceptions']>, 'filters'> & {
    readonly queue: Q
    readonly filters: Omit<Input<Shapes['exceptions']>['filters'], 'kind'> & {
      readonly kind?: QueuedItem<Q>['kind'] | undefined
    }
  },
): Promise<Page<Q>> {
  const { database } = deps
  const overdueBefore = overdueBeforeOf(deps.now())
  const found = await listItems(database, queue, {
    kind,
    customer,
    owner,
    before: overdue && overdueBefore,
    staffNo: staff.staffNo,
    ...sort,
    after: after && placeKey(after),
    limit: limit + 1,
  })
  const page = found.slice(0, limit)
  const counts = await countItems(database, queue, overdueBefore)
  const about = `count=${page.length}`
  await recordStaffAct(database, deps, { staff, act: `list-${queue}`, about })
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    rows: await showItems(deps, staff, page),
    next: last && { key: last.key, no: last.itemNo },
    about: counts.reduce((sum, { open }) => sum + open, 0),
    counts: counts.map(({ kind: one, open, amount }) => ({ kind: one, open, amount })),
  }
}

/** The place after a row holds a whole number; anything else is not a place of these lists. */
function placeKey(place: ListPlace): ListPlace {
  if (/^-?\d{1,18}$/.test(place.key)) return place
  throw new Refused({ kind: 'field-invalid', message: '列表位置无效，请刷新' })
}

export async function getItem<Q extends Queue>(
  { database }: Pick<Services, 'database'>,
  key: { readonly queue: Q; readonly itemNo: string },
): Promise<QueuedItem<Q>> {
  const item = await findItem(database, key)
  if (!item) throw new Refused({ kind: unknown[key.queue] })
  return item
}

/** What another member works on is left to them. */
export function requireNotOthers(
  { claimedBy }: Pick<QueuedItem, 'claimedBy'>,
  { staffNo }: StaffCaller['staff'],
): void {
  if (claimedBy !== undefined && claimedBy !== staffNo) throw new Refused({ kind: 'item-claimed' })
}

/** The second of two members who claim it at once is refused. */
export async function claim(
  deps: Deps,
  caller: StaffCaller,
  key: ItemKey,
): Promise<Record<string, never>> {
  if (!(await isClaimed(deps, caller, await getItem(deps, key)))) {
    throw new Refused({ kind: 'item-claimed' })
  }
  return {}
}

const NEXT_TRIED_MAX = 20

/** Claims the unclaimed item that has waited longest. */
export async function claimNext<Q extends Queue>(
  deps: Deps,
  caller: StaffCaller,
  { queue, kind }: { readonly queue: Q; readonly kind?: QueuedItem<Q>['kind'] | undefined },
): Promise<{ itemNo?: string }> {
  const { staffNo } = caller.staff
  const waiting = { owner: 'unclaimed', by: 'since', order: 'up', limit: NEXT_TRIED_MAX } as const
  for (const item of await listItems(deps.database, queue, { ...waiting, kind, staffNo })) {
    if (item.openProposal !== undefined) continue
    if (await isClaimed(deps, caller, item)) return { itemNo: item.itemNo }
  }
  return {}
}

async function isClaimed(deps: Deps, { staff }: StaffCaller, item: QueuedItem): Promise<boolean> {
  const { queue, itemNo, since, customer } = item
  const { staffNo } = staff
  const now = deps.now()
  return deps.database.inTransaction(async (tx) => {
    const holder = await claimItem(tx, { queue, itemNo }, { staffNo, since, now })
    if (holder !== staffNo) return false
    const event = { by: staffNo, at: now, act: 'claim' }
    await insertQueueEvent(tx, deps, { queue, itemNo, customer, ...event })
    await recordStaffAct(tx, deps, { staff, act: `claim-${singular[queue]}`, ...aboutItem(item) })
    return true
  })
}

export async function release(
  services: Pick<Services, 'database' | 'now'>,
  { staff }: StaffCaller,
  item: ItemKey,
): Promise<Record<string, never>> {
  await services.database.inTransaction(async (tx) => {
    const wasOurs = await releaseItem(tx, item, staff.staffNo)
    if (!wasOurs) throw new Refused({ kind: 'item-claimed' })
    const about = `queue=${item.queue} item=${item.itemNo}`
    await recordStaffAct(tx, services, { staff, act: 'release-item', about })
  })
  return {}
}

/** What the staff log says of an act on an item. */
export function aboutItem({ queue, itemNo, kind, customer }: QueuedItem): {
  readonly about: string
  readonly customer?: CustomerNo
} {
  const about = `${singular[queue]}=${itemNo} kind=${kind}`
  return customer === '' ? { about } : { about, customer: customerNo(customer) }
}

export async function showItems<Q extends Queue>(
  deps: Deps,
  { staffNo }: { readonly staffNo: string },
  items: readonly QueuedItem<Q>[],
): Promise<ItemView<Q>[]> {
  const owners = items.flatMap(({ claimedBy }) => claimedBy ?? [])
  const names = await namesOfStaff(deps.database, deps, owners)
  const now = deps.now()
  const overdueBefore = overdueBeforeOf(now)
  return items.map((item) => {
    const { itemNo, kind, subject, subjectNo, customer, amount, round, since, claimedBy } = item
    return {
      itemNo,
      kind,
      subject,
      subjectNo,
      customer: customer === '' ? undefined : customer,
      amount,
      summary: item.queue === 'reviews' ? item.details : undefined,
      round,
      since: since.getTime(),
      isOverdue: since < overdueBefore,
      state: stateOf(item, now),
      owner: claimedBy === undefined ? undefined : (names.get(claimedBy) ?? claimedBy),
      isMine: claimedBy === staffNo,
      proposalNo: item.openProposal,
    }
  })
}

/** After an act the system works for a while; the item is unclaimed until then. */
const TRY_MINUTES = 60

function stateOf({ openProposal, triedAt, claimedBy }: QueuedItem, now: Date): ItemState {
  if (openProposal !== undefined) return 'proposed'
  if (triedAt !== undefined && triedAt > minutesAfter(now, -TRY_MINUTES)) return 'running'
  return claimedBy === undefined ? 'unclaimed' : 'claimed'
}
