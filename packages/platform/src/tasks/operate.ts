import type { StaffActName } from '@qingzhou/contract/staff-acts'
import { customerNo } from '#ids.ts'
import type { Transaction } from '#database/database.ts'
import type { PlatformServices } from '#services.ts'
import { recordStaffAct, type StaffActor } from '#staff-log/index.ts'
import {
  deleteTask,
  lockTask,
  markTaskCancelled,
  rescheduleTask,
  resetTask,
  type QueuedTask,
} from './operate-store.ts'
import { policyOf } from './task-policies.ts'

type Deps = Pick<PlatformServices, 'database' | 'now'> & {
  /** Who does it; without it, a command on the server. */
  readonly staff?: StaffActor
}

/** An operator may defer a task by a week at most, because money may depend on it. */
const DEFER_DAYS_MAX = 7
const DAY_MS = 86_400_000

/** Makes a task due at once with its attempts reset. Revives a dead task. */
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
 * Cancels a task that nothing depends on. A message stays listed, to show that it was not sent and
 * to allow a retry.
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

/** Changes a task that is not running, and records it in the staff log. */
async function operate(
  { database, now, staff = 'command' }: Deps,
  { taskNo, act }: { readonly taskNo: bigint; readonly act: StaffActName },
  change: (tx: Transaction, task: QueuedTask) => Promise<void>,
): Promise<QueuedTask> {
  return database.inTransaction(async (tx) => {
    const task = await lockTask(tx, taskNo)
    if (!task) throw new Error(`Task ${taskNo} not found.`)
    if (task.state === 'running') {
      throw new Error(`Task ${taskNo} is running: wait until it has ended.`)
    }
    await change(tx, task)
    const { customer, kind, attempts } = task
    await recordStaffAct(
      tx,
      { now },
      {
        staff,
        act,
        ...(customer !== '' && { customer: customerNo(customer) }),
        about: `task=${taskNo} kind=${kind} attempts=${attempts}`,
      },
    )
    return task
  })
}
