import type { consoleQueuesShapes } from '@qingzhou/contract/features/console/queues'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import type { StaffCaller } from '@qingzhou/platform/caller'
import { Refused } from '@qingzhou/platform/refused'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import { namesOfStaff } from '#features/staff-members/index.ts'
import type { Services } from '#services.ts'
import { insertQueueEvent, listQueueEvents } from './claim-store.ts'
import { possibleActs } from './exception-acts.ts'
import { readFacts } from './exception-facts.ts'
import type { QueuedItem } from './queue-store.ts'
import { aboutItem, getItem, showItems } from './queues.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'now'>
type Shapes = typeof consoleQueuesShapes

export type QueuedException = QueuedItem<'exceptions'>

export function getException(
  deps: Pick<Services, 'database'>,
  itemNo: string,
): Promise<QueuedException> {
  return getItem(deps, { queue: 'exceptions', itemNo })
}

/** One exception with what describes it, what can be done, and what was done. */
export async function readException(
  deps: Deps,
  { staff }: StaffCaller,
  { itemNo }: Input<Shapes['exception']>,
): Promise<Output<Shapes['exception']>> {
  const { database } = deps
  const exception = await getException(deps, itemNo)
  const about = aboutItem(exception)
  await recordStaffAct(database, deps, { staff, act: 'look-at-exception', ...about })
  const [row] = await showItems(deps, staff, [exception])
  if (!row) throw new Refused({ kind: 'exception-unknown' })
  const events = await listQueueEvents(database, deps, exception)
  const members = events.map(({ by }) => by)
  const names = await namesOfStaff(database, deps, members)
  const acts = await possibleActs(deps, exception)
  return {
    exception: row,
    facts: await readFacts(deps, exception),
    acts: acts.map(({ act, mode, above }) => ({ act, mode, above })),
    history: [
      ...events.map(({ at, by, ...event }) => {
        return { ...event, at: at.getTime(), by: names.get(by) ?? by }
      }),
      { at: exception.since.getTime(), act: 'found' },
    ],
  }
}

/** Adds a note. It is sealed; the staff log only says that there is one. */
export async function commentOnException(
  deps: Deps,
  { staff }: StaffCaller,
  { itemNo, note }: Input<Shapes['comment']>,
): Promise<Record<string, never>> {
  const exception = await getException(deps, itemNo)
  const { queue, customer } = exception
  await deps.database.inTransaction(async (tx) => {
    const event = { by: staff.staffNo, at: deps.now(), act: 'comment', note }
    await insertQueueEvent(tx, deps, { queue, itemNo, customer, ...event })
    const about = aboutItem(exception)
    await recordStaffAct(tx, deps, { staff, act: 'comment-exception', ...about })
  })
  return {}
}
