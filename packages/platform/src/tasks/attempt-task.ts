import type { Queryable } from '#database/database.ts'
import type { Log } from '#log.ts'
import { complete, postpone, deferFailedTask, type TakenTask } from './queue-store.ts'
import { ProviderFault, ProviderUnavailable } from '#provider-fault.ts'
import { Refused } from '#refused.ts'
import { trace } from '#tracing/tracing.ts'
import type { TaskHandlers } from './task-kinds.ts'

/**
 * How long a task stays leased to a worker that does not renew. A task of a killed worker is taken
 * over within ten seconds: eight for the lease, one until expired leases are released, and the rest
 * until the next poll of the queue.
 */
export const LEASE_MS = 8_000

/** Records the outcome of a task, unless its lease was lost: then it belongs to another worker. */
export async function finishTask(
  db: Queryable,
  task: TakenTask,
  { outcome, now, log }: { readonly outcome: TaskOutcome; readonly now?: Date; readonly log: Log },
): Promise<void> {
  const wasLocked = await finish(db, task, { outcome, now })
  const { kind, taskNo, leaseNo } = task
  if (!wasLocked) {
    log.warn('task.lease-lost', { kind, taskNo: Number(taskNo), leaseNo: Number(leaseNo) })
  }
}

async function finish(
  db: Queryable,
  task: TakenTask,
  { outcome, now }: { readonly outcome: TaskOutcome; readonly now: Date | undefined },
): Promise<boolean> {
  if (outcome.state === 'done') return complete(db, task)
  if (outcome.state === 'failed') {
    return deferFailedTask(db, task, { now, failedBy: outcome.failedBy })
  }
  return postpone(db, task, { now, waitMs: outcome.waitMs })
}

type TaskOutcome =
  | { readonly state: 'done' }
  /** By the rule that refused it, or by a fault. */
  | { readonly state: 'failed'; readonly failedBy: string }
  /** The provider was not called, because its circuit is open or its limit is reached. */
  | { readonly state: 'postponed'; readonly waitMs: number }

/** Runs one task. The text of a failure is only logged, because the queue is not encrypted. */
export async function attemptTask(
  handlers: TaskHandlers,
  { kind, payload, attempts, taskNo, traceParent }: TakenTask,
  log: Log,
): Promise<TaskOutcome> {
  // Tasks are queued only by `add`, which takes the payload of their kind.
  const byKind = handlers as Readonly<Record<string, (payload: unknown) => Promise<void>>>
  try {
    const handle = byKind[kind]
    if (!handle) throw new Error(`no handler for tasks of kind ${kind}`)
    await trace(
      {
        name: `task ${kind}`,
        kind: 'consumer',
        attributes: { 'task.attempt': attempts },
        parent: traceParent ?? undefined,
      },
      () => handle(payload),
    )
    return { state: 'done' }
  } catch (error) {
    if (error instanceof ProviderUnavailable) {
      log.info('task.postponed', { kind, taskNo: Number(taskNo), waitMs: error.waitMs })
      return { state: 'postponed', waitMs: error.waitMs }
    }
    log.warn('task.failed', { kind, attempts, taskNo: Number(taskNo) }, error)
    return { state: 'failed', failedBy: failureOf(error) }
  }
}

/** The kind of a failure, which holds no personal data. */
function failureOf(error: unknown): string {
  if (error instanceof Refused) return error.refusal.kind
  return error instanceof ProviderFault ? 'provider-fault' : 'internal-fault'
}
