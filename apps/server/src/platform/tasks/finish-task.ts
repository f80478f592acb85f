import type { Queryable } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import type { TaskOutcome } from './attempt-task.ts'
import { complete, postpone, deferFailedTask, type TakenTask } from './queue-store.ts'

/** Records the outcome of a task, unless its lease was lost: then it belongs to another worker. */
export async function finishTask(
  db: Queryable,
  task: TakenTask,
  { outcome, now, log }: { readonly outcome: TaskOutcome; readonly now?: Date; readonly log: Log },
): Promise<void> {
  const wasHeld = await finish(db, task, { outcome, now })
  const { kind, taskNo, leaseNo } = task
  if (!wasHeld) {
    log.warn('task.lease-lost', { kind, taskNo: Number(taskNo), leaseNo: Number(leaseNo) })
  }
}

async function finish(
  db: Queryable,
  task: TakenTask,
  { outcome, now }: { readonly outcome: TaskOutcome; readonly now: Date | undefined },
): Promise<boolean> {
  if (outcome.state === 'done') return complete(db, task)
  if (outcome.state === 'failed') return deferFailedTask(db, task, { now })
  return postpone(db, task, { now, waitMs: outcome.waitMs })
}
