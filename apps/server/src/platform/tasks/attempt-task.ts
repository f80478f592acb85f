import type { Log } from '#platform/log.ts'
import { ProviderUnavailable } from '#providers/provider-fault.ts'
import type { TakenTask } from './queue-store.ts'
import type { TaskHandlers } from './task-kinds.ts'

export type TaskOutcome =
  | { readonly state: 'done' }
  | { readonly state: 'failed' }
  /** The provider was not called, because its circuit is open or its limit is reached. */
  | { readonly state: 'postponed'; readonly waitMs: number }

/** Runs one task. The reason of a failure is only logged, because the queue is not encrypted. */
export async function attemptTask(
  handlers: TaskHandlers,
  { kind, payload, attempts, taskNo }: TakenTask,
  log: Log,
): Promise<TaskOutcome> {
  // Tasks are queued only by `add`, which takes the payload of their kind.
  const byKind = handlers as Readonly<Record<string, (payload: unknown) => Promise<void>>>
  try {
    const handle = byKind[kind]
    if (!handle) throw new Error(`no handler for tasks of kind ${kind}`)
    await handle(payload)
    return { state: 'done' }
  } catch (error) {
    if (error instanceof ProviderUnavailable) {
      log.info('task.postponed', { kind, taskNo: Number(taskNo), waitMs: error.waitMs })
      return { state: 'postponed', waitMs: error.waitMs }
    }
    log.warn('task.failed', { kind, attempts, taskNo: Number(taskNo) }, error)
    return { state: 'failed' }
  }
}
