import type {
  consoleQueuesShapes,
  ExceptionRow,
  ExceptionState,
} from '@qingzhou/contract/features/console/queues'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import type { StaffCaller } from '@qingzhou/platform/caller'
import { minutesAfter } from '@qingzhou/platform/clock'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import { namesOfStaff } from '#features/staff-members/index.ts'
import type { Services } from '#services.ts'
import { claimItem, insertQueueEvent, listQueueEvents } from './claim-store.ts'
import {
  countQueuedExceptions,
  findQueuedException,
  listQueuedExceptions,
  type QueuedException,
} from './exception-queue-store.ts'
import { possibleActs } from './exception-acts.ts'
import { readFacts } from './exception-facts.ts'
import { overdueBeforeOf } from './overdue.ts'
import { placeKey } from './place-key.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'now'>
type Shapes = typeof consoleQueuesShapes

/** A page of the open exceptions, and their counts by kind. */
export async function listExceptions(
  deps: Deps,
  { staff }: StaffCaller,
  { filters, sort, after, limit }: Input<Shapes['exceptions']>,
): Promise<Output<Shapes['exceptions']>> {
  const now = deps.now()
  const overdueBefore = overdueBeforeOf(now)
  const found = await listQueuedExceptions(deps.database, {
    kind: filters.kind,
    customer: filters.customer,
    owner: filters.owner,
    before: filters.overdue && overdueBefore,
    staffNo: staff.staffNo,
    ...sort,
    after: after && placeKey(after),
    limit: limit + 1,
  })
  const page = found.slice(0, limit)
  const counts = await countQueuedExceptions(deps.database, overdueBefore)
  await recordStaffAct(deps.database, deps, {
    staff,
    act: 'list-exceptions',
    about: `count=${page.length}`,
  })
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    rows: await rowsOf(deps, staff, page),
    next: last && { key: last.key, no: last.exceptionNo },
    about: counts.reduce((sum, { open }) => sum + open, 0),
    counts: counts.map(({ kind, open, amount }) => ({ kind, open, amount })),
  }
}

/** One exception with what describes it, what can be done, and what was done. */
export async function readException(
  deps: Deps,
  { staff }: StaffCaller,
  { exceptionNo }: Input<Shapes['exception']>,
): Promise<Output<Shapes['exception']>> {
  const exception = await getException(deps, exceptionNo)
  await recordStaffAct(deps.database, deps, {
    staff,
    act: 'look-at-exception',
    ...aboutException(exception),
  })
  const [row] = await rowsOf(deps, staff, [exception])
  if (!row) throw new Refused({ kind: 'exception-unknown' })
  const events = await listQueueEvents(deps.database, deps, itemOf(exception))
  const names = await namesOfStaff(
    deps.database,
    deps,
    events.map(({ by }) => by),
  )
  return {
    exception: row,
    facts: await readFacts(deps, exception),
    acts: (await possibleActs(deps, exception)).map(({ act, mode, above }) => ({
      act,
      mode,
      above,
    })),
    history: [
      ...events.map(({ at, by, ...event }) => ({
        ...event,
        at: at.getTime(),
        by: names.get(by) ?? by,
      })),
      { at: exception.since.getTime(), act: 'found' },
    ],
  }
}

/** Adds a note. It is sealed; the staff log only says that there is one. */
export async function commentOnException(
  deps: Deps,
  { staff }: StaffCaller,
  { exceptionNo, note }: Input<Shapes['comment']>,
): Promise<Record<string, never>> {
  const exception = await getException(deps, exceptionNo)
  await deps.database.inTransaction(async (tx) => {
    const event = { by: staff.staffNo, at: deps.now(), act: 'comment', note }
    await insertQueueEvent(tx, deps, {
      ...itemOf(exception),
      ...event,
      customer: exception.customer,
    })
    await recordStaffAct(tx, deps, {
      staff,
      act: 'comment-exception',
      ...aboutException(exception),
    })
  })
  return {}
}

/** The second of two members who claim it at once is refused. */
export async function claimException(
  deps: Deps,
  { staff }: StaffCaller,
  exceptionNo: string,
): Promise<void> {
  const exception = await getException(deps, exceptionNo)
  await deps.database.inTransaction(async (tx) => {
    const item = itemOf(exception)
    const { staffNo } = staff
    const now = deps.now()
    const holder = await claimItem(tx, item, { staffNo, since: exception.since, now })
    if (holder !== staffNo) throw new Refused({ kind: 'item-claimed' })
    const { customer } = exception
    await insertQueueEvent(tx, deps, { ...item, customer, by: staffNo, at: now, act: 'claim' })
    await recordStaffAct(tx, deps, { staff, act: 'claim-exception', ...aboutException(exception) })
  })
}

export async function getException(
  { database }: Pick<Services, 'database'>,
  exceptionNo: string,
): Promise<QueuedException> {
  const exception = await findQueuedException(database, exceptionNo)
  if (!exception) throw new Refused({ kind: 'exception-unknown' })
  return exception
}

export function itemOf({ exceptionNo }: Pick<QueuedException, 'exceptionNo'>) {
  return { queue: 'exceptions', itemNo: exceptionNo } as const
}

/** What the staff log says of an act on an exception. */
export function aboutException({ exceptionNo, kind, customer }: QueuedException): {
  readonly about: string
  readonly customer?: CustomerNo
} {
  const about = `exception=${exceptionNo} kind=${kind}`
  return customer === '' ? { about } : { about, customer: customerNo(customer) }
}

async function rowsOf(
  deps: Deps,
  { staffNo }: { readonly staffNo: string },
  exceptions: readonly QueuedException[],
): Promise<ExceptionRow[]> {
  const owners = exceptions.flatMap(({ claimedBy }) => claimedBy ?? [])
  const names = await namesOfStaff(deps.database, deps, owners)
  const overdueBefore = overdueBeforeOf(deps.now())
  return exceptions.map((exception) => {
    const { exceptionNo, kind, subject, subjectNo, customer, amount, since, claimedBy } = exception
    return {
      exceptionNo,
      kind,
      subject,
      subjectNo,
      amount,
      customer: customer === '' ? undefined : customer,
      since: since.getTime(),
      isOverdue: since < overdueBefore,
      state: stateOf(exception, deps.now()),
      owner: claimedBy === undefined ? undefined : (names.get(claimedBy) ?? claimedBy),
      isMine: claimedBy === staffNo,
      proposalNo: exception.openProposal,
    }
  })
}

/** After an act the system works for a while; the item waits for nobody until then. */
const TRY_MINUTES = 60

function stateOf(exception: QueuedException, now: Date): ExceptionState {
  const { openProposal, triedAt, claimedBy } = exception
  if (openProposal !== undefined) return 'proposed'
  if (triedAt !== undefined && triedAt > minutesAfter(now, -TRY_MINUTES)) return 'running'
  return claimedBy === undefined ? 'unclaimed' : 'claimed'
}
