import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Database } from '#database/database.ts'
import type { Log } from '#log.ts'
import { attemptTask } from './attempt-task.ts'
import { complete, putOff, releaseStale, takeDue } from './queue-store.ts'
import type { TaskHandlers } from './task-kinds.ts'

/** How long a worker without work rests before it looks again. */
const LOOK_EVERY_MS = 300
/** How long it rests when the queue itself could not be asked. */
const PATIENCE_MS = 2_000
const STALE_EVERY_MS = 30_000

export type Workers = { stop(): Promise<void> }

type Settings = {
  readonly database: Database
  readonly count: number
  readonly handlers: TaskHandlers
  readonly log: Log
}

type Worker = Omit<Settings, 'count'> & {
  readonly by: string
  readonly signal: AbortSignal
}

/** Works off the queue until it is stopped; what is under way then is finished first. */
export function runWorkers({ count, ...means }: Settings): Workers {
  const stopping = new AbortController()
  const { signal } = stopping
  const worker = { ...means, by: randomUUID(), signal }
  const lanes = Array.from({ length: count }, () => work(worker))
  const sweeping = sweep(worker)
  return {
    async stop() {
      stopping.abort()
      await Promise.all([...lanes, sweeping])
    },
  }
}

async function work(worker: Worker): Promise<void> {
  while (!worker.signal.aborted) {
    const outcome = await workOnce(worker)
    if (outcome !== 'worked') await rest(worker, outcome === 'idle' ? LOOK_EVERY_MS : PATIENCE_MS)
  }
}

/** A task whose end could not be written down stays locked, and is done again once that is stale. */
async function workOnce(worker: Worker): Promise<'worked' | 'idle' | 'away'> {
  const { database, handlers, log } = worker
  try {
    const task = await takeDue(database, worker)
    if (!task) return 'idle'
    const isDone = await attemptTask(handlers, task, log)
    await (isDone ? complete(database, task, worker) : putOff(database, task, worker))
    return 'worked'
  } catch (error) {
    log.warn('tasks.queue-away', {}, error)
    return 'away'
  }
}

async function sweep(worker: Worker): Promise<void> {
  while (!worker.signal.aborted) {
    await releaseStale(worker.database).catch((error: unknown) =>
      worker.log.warn('tasks.not-released', {}, error),
    )
    await rest(worker, STALE_EVERY_MS)
  }
}

/** Cut short when the worker is stopped. */
async function rest({ signal }: Worker, durationMs: number): Promise<void> {
  await setTimeout(durationMs, undefined, { signal }).catch(() => {})
}
