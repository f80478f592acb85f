import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import type { Database } from '#database/database.ts'
import type { Log } from '#log.ts'
import { attemptTask } from './attempt-task.ts'
import { finishTask } from './finish-task.ts'
import { LEASE_MS } from './lease.ts'
import { releaseExpired, renewLeases, takeDue, type TakenTask } from './queue-store.ts'
import type { TaskHandlers } from './task-kinds.ts'
import { lanes, policyOf, taskKinds, taskPolicies, type Lane } from './task-policies.ts'

/** How long a worker without work rests before it looks again. */
const LOOK_EVERY_MS = 300
/** How long it rests when the queue itself could not be asked. */
const AWAY_WAIT_MS = 2_000
const HEARTBEATS_PER_LEASE = 4
const EXPIRED_EVERY_MS = 1_000

export type Workers = { stop(): Promise<void> }

type Settings = {
  readonly database: Database
  /** How many tasks of each lane are done at once. */
  readonly count: number
  readonly handlers: TaskHandlers
  readonly log: Log
  readonly leaseMs?: number
}

type Running = { readonly task: TakenTask; readonly lane: Lane; readonly ended: Promise<void> }

/** Works off the queue until it is stopped; what is under way then is finished first. */
export function runWorkers(settings: Settings): Workers {
  const worker = createWorker(settings)
  const dispatching = worker.dispatch()
  const renewing = worker.keepLeases()
  const releasing = worker.keepReleasing()
  return {
    async stop() {
      worker.stopClaiming()
      await Promise.all([dispatching, releasing])
      await worker.finishAll()
      worker.stopRenewing()
      await renewing
    },
  }
}

function createWorker({ database, count, handlers, log, leaseMs = LEASE_MS }: Settings) {
  const by = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`
  const claiming = new AbortController()
  const renewing = new AbortController()
  const running = new Set<Running>()
  let wake = () => {}

  const hasPlace = (lane: Lane) => [...running].filter((one) => one.lane === lane).length < count
  const kindsToClaim = () => {
    const free = new Set(lanes.filter(hasPlace))
    return taskKinds.filter((kind) => free.has(taskPolicies[kind].lane))
  }

  async function claim(): Promise<'claimed' | 'idle' | 'away'> {
    const kinds = kindsToClaim()
    if (kinds.length === 0) return 'idle'
    try {
      const task = await takeDue(database, { by, kinds, leaseMs })
      if (!task) return 'idle'
      start(task)
      return 'claimed'
    } catch (error) {
      log.warn('tasks.queue-away', {}, error)
      return 'away'
    }
  }

  function start(task: TakenTask): void {
    const one: Running = {
      task,
      lane: policyOf(task.kind)?.lane ?? 'short',
      ended: work(task).finally(() => {
        running.delete(one)
        wake()
      }),
    }
    running.add(one)
  }

  /** A task whose end could not be written stays leased, and is done again once the lease expires. */
  async function work(task: TakenTask): Promise<void> {
    const outcome = await attemptTask(handlers, task, log)
    await finishTask(database, task, { outcome, log }).catch((error: unknown) =>
      log.warn('tasks.queue-away', {}, error),
    )
  }

  /** Rests until a place is free, for a while at most, or until the worker is stopped. */
  async function rest(durationMs: number, { signal }: AbortController): Promise<void> {
    const freed = new Promise<void>((resolve) => (wake = resolve))
    await Promise.race([setTimeout(durationMs, undefined, { signal }).catch(() => {}), freed])
  }

  return {
    async dispatch(): Promise<void> {
      while (!claiming.signal.aborted) {
        const outcome = await claim()
        if (outcome === 'idle') await rest(LOOK_EVERY_MS, claiming)
        if (outcome === 'away') await pause(AWAY_WAIT_MS, claiming)
      }
    },
    async keepLeases(): Promise<void> {
      while (!renewing.signal.aborted) {
        const tasks = [...running].map(({ task }) => task)
        // One that ended meanwhile, or was taken over, is simply not renewed: its number fences it off.
        if (tasks.length > 0) {
          await renewLeases(database, tasks, leaseMs).catch((error: unknown) =>
            log.warn('tasks.not-renewed', {}, error),
          )
        }
        await pause(leaseMs / HEARTBEATS_PER_LEASE, renewing)
      }
    },
    async keepReleasing(): Promise<void> {
      while (!claiming.signal.aborted) {
        await releaseExpired(database)
          .then((count) => {
            if (count > 0) log.warn('tasks.taken-over', { count })
          })
          .catch((error: unknown) => log.warn('tasks.not-released', {}, error))
        await pause(Math.min(EXPIRED_EVERY_MS, leaseMs), claiming)
      }
    },
    async finishAll(): Promise<void> {
      await Promise.all([...running].map(({ ended }) => ended))
    },
    stopClaiming: () => claiming.abort(),
    stopRenewing: () => renewing.abort(),
  }
}

/** Cut short when the worker is stopped. */
async function pause(durationMs: number, { signal }: AbortController): Promise<void> {
  await setTimeout(durationMs, undefined, { signal }).catch(() => {})
}
