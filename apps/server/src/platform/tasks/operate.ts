import { customerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Services } from '#platform/services.ts'
import { noteStaffAct } from '#platform/staff-log/index.ts'
import {
  deleteTask,
  lockTask,
  markTaskCancelled,
  rescheduleTask,
  resetTask,
  type QueuedTask,
} from './operate-store.ts'
import { policyOf } from './task-policies.ts'

type Deps = Pick<Services, 'database' | 'now'>

/** An operator may put a task off for a week at most: nobody waits longer for money. */
const DEFER_DAYS_MAX = 7
const DAY_MS = 86_400_000

/** Makes a task due at once, as if it had never been tried; a dead one is revived. */
export async function retryTask(deps: Deps, taskNo: bigint): Promise<QueuedTask> {
  return operate(deps, { taskNo, act: 'retry-task' }, (tx) => resetTask(tx, taskNo))
}

export async function deferTask(
  deps: Deps,
  { taskNo, runAt }: { readonly taskNo: bigint; readonly runAt: Date },
): Promise<QueuedTask> {
  const now = deps.now().getTime()
  if (runAt.getTime() <= now || runAt.getTime() > now + DEFER_DAYS_MAX * DAY_MS) {
    throw new Error(`A task can be deferred by ${DEFER_DAYS_MAX} days at most.`)
  }
  return operate(deps, { taskNo, act: 'defer-task' }, (tx) => rescheduleTask(tx, taskNo, runAt))
}

/**
 * Cancels a task that leaves nothing open. A message stays listed, so that it is seen that it was never
 * sent, and can be retried.
 */
export async function cancelTask(deps: Deps, taskNo: bigint): Promise<QueuedTask> {
  return operate(deps, { taskNo, act: 'cancel-task' }, async (tx, { kind }) => {
    const policy = policyOf(kind)
    if (!policy?.isCancellable) {
      throw new Error(
        `Task ${taskNo} is a ${kind}: an order, an application or the books depend on it, so it cannot be cancelled. It can be retried or deferred.`,
      )
    }
    await (policy.attemptsMax === undefined
      ? deleteTask(tx, taskNo)
      : markTaskCancelled(tx, taskNo))
  })
}

/** Changes a task that does not run, together with the row in the staff log. */
async function operate(
  { database, now }: Deps,
  { taskNo, act }: { readonly taskNo: bigint; readonly act: string },
  change: (tx: Transaction, task: QueuedTask) => Promise<void>,
): Promise<QueuedTask> {
  return database.inTransaction(async (tx) => {
    const task = await lockTask(tx, taskNo)
    if (!task) throw new Error(`There is no task ${taskNo}.`)
    if (task.state === 'running') {
      throw new Error(`Task ${taskNo} is running: wait until it has ended.`)
    }
    await change(tx, task)
    const { customer, kind, attempts } = task
    await noteStaffAct(
      tx,
      { now },
      {
        staff: 'command',
        act,
        ...(customer !== '' && { customer: customerNo(customer) }),
        about: `task=${taskNo} kind=${kind} attempts=${attempts}`,
      },
    )
    return task
  })
}
