import type { Log } from '#log.ts'
import type { TakenTask } from './queue-store.ts'
import type { TaskHandlers } from './task-kinds.ts'

/** Does one task. Whatever goes wrong is said in the log alone: the queue keeps everything in clear. */
export async function attemptTask(
  handlers: TaskHandlers,
  { kind, payload, attempts }: TakenTask,
  log: Log,
): Promise<boolean> {
  // What is queued under a kind was queued by `add`, which takes that kind's payload alone.
  const byKind = handlers as Readonly<Record<string, (payload: unknown) => Promise<void>>>
  try {
    const handle = byKind[kind]
    if (!handle) throw new Error(`nobody does ${kind}`)
    await handle(payload)
    return true
  } catch (error) {
    log.warn('task.failed', { kind, attempts }, error)
    return false
  }
}
