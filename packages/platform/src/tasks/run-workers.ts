import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import type { Database } from '#database/database.ts'
import type { Log } from '#log.ts'
import { attemptTask, finishTask, LEASE_MS } from './attempt-task.ts'
import { releaseExpired, renewLeases, takeDue, type TakenTask } from './queue-store.ts'
import type { TaskHandlers, TaskKind } from './task-kinds.ts'
import { lanes, policyOf, taskKinds, taskPolicies, type Lane } from './task-policies.ts'
import { newId } from '#ids.ts'

type Part = { stop(): Promise<void> }

const CONDITION_EVERY_MS = 1_000

/**
 * Runs a part while a condition holds: stops it when the condition ends, starts it again when it
 * returns.
 */
export function runWhile(
  isAllowed: () => boolean,
  start: () => Part,
  everyMs = CONDITION_EVERY_MS,
): Part {
  let part: Part | undefined
  let stopping: Promise<void> | undefined
  const look = () => {
    if (isAllowed()) {
      if (stopping === undefined) part ??= start()
      return
    }
    const ending = part
    part = undefined
    if (ending) stopping = ending.stop().finally(() => (stopping = undefined))
  }
  const timer = setInterval(look, everyMs)
  timer.unref()
  look()
  return {
    async stop() {
      clearInterval(timer)
      await stopping
      await part?.stop()
    },
  }
}

/** The wait of an idle worker before the next poll. */
const LOOK_EVERY_MS = 300
/** The wait when the queue cannot be read. */
const QUEUE_UNAVAILABLE_WAIT_MS = 2_000
const HEARTBEATS_PER_LEASE = 4
const EXPIRED_EVERY_MS = 1_000

export type Workers = { stop(): Promise<void> }

type Settings = {
  readonly database: Database
  /** The number of concurrent tasks per lane. */
  readonly count: number
  readonly handlers: TaskHandlers
  readonly log: Log
  readonly leaseMs?: number
}

type Running = { readonly task: TakenTask; readonly lane: Lane; readonly ended: Promise<void> }

type Worker = Settings & {
  readonly by: string
  readonly leaseMs: number
  readonly running: Set<Running>
  /** Ends a rest when a place becomes free. */
  wake: () => void
}

/** Processes the queue until stopped. Running tasks are finished first. */
export function runWorkers(settings: Settings): Workers {
  const by = `${hostname()}:${process.pid}:${newId().slice(0, 8)}`
  const worker: Worker = { leaseMs: LEASE_MS, ...settings, by, running: new Set(), wake: () => {} }
  const claiming = new AbortController()
  const renewing = new AbortController()
  const claims = [
    dispatch(worker, claiming.signal),
    releaseExpiredPeriodically(worker, claiming.signal),
  ]
  const renewals = renewLeasesPeriodically(worker, renewing.signal)
  return {
    async stop() {
      claiming.abort()
      await Promise.all(claims)
      await Promise.all([...worker.running].map(({ ended }) => ended))
      renewing.abort()
      await renewals
    },
  }
}

/** Claims tasks for lanes with a free place. */
async function dispatch(worker: Worker, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const outcome = await claim(worker)
    if (outcome === 'idle') await rest(worker, signal)
    if (outcome === 'away') await pause(QUEUE_UNAVAILABLE_WAIT_MS, signal)
  }
}

async function claim(worker: Worker): Promise<'claimed' | 'idle' | 'away'> {
  const { database, by, leaseMs, log } = worker
  const kinds = kindsToClaim(worker)
  if (kinds.length === 0) return 'idle'
  try {
    const task = await takeDue(database, { by, kinds, leaseMs })
    if (!task) return 'idle'
    start(worker, task)
    return 'claimed'
  } catch (error) {
    log.warn('tasks.queue-away', {}, error)
    return 'away'
  }
}

function kindsToClaim({ running, count }: Worker): TaskKind[] {
  const inLane = (lane: Lane) => [...running].filter((one) => one.lane === lane).length
  const free = new Set(lanes.filter((lane) => inLane(lane) < count))
  return taskKinds.filter((kind) => free.has(taskPolicies[kind].lane))
}

function start(worker: Worker, task: TakenTask): void {
  const one: Running = {
    task,
    lane: policyOf(task.kind)?.lane ?? 'short',
    ended: work(worker, task).finally(() => {
      worker.running.delete(one)
      worker.wake()
    }),
  }
  worker.running.add(one)
}

/**
 * A task whose outcome could not be written stays leased, and runs again once the lease expires.
 */
async function work({ database, handlers, log }: Worker, task: TakenTask): Promise<void> {
  const outcome = await attemptTask(handlers, task, log)
  try {
    await finishTask(database, task, { outcome, log })
  } catch (error) {
    log.warn('tasks.queue-away', {}, error)
  }
}

/** Renews the leases of running tasks. A task that has ended or was taken over is not renewed. */
async function renewLeasesPeriodically(worker: Worker, signal: AbortSignal): Promise<void> {
  const { database, running, leaseMs, log } = worker
  while (!signal.aborted) {
    const tasks = [...running].map(({ task }) => task)
    try {
      if (tasks.length > 0) await renewLeases(database, tasks, leaseMs)
    } catch (error) {
      log.warn('tasks.not-renewed', {}, error)
    }
    await pause(leaseMs / HEARTBEATS_PER_LEASE, signal)
  }
}

/** Releases the tasks of workers that no longer renew. */
async function releaseExpiredPeriodically(worker: Worker, signal: AbortSignal): Promise<void> {
  const { database, leaseMs, log } = worker
  while (!signal.aborted) {
    try {
      const count = await releaseExpired(database)
      if (count > 0) log.warn('tasks.taken-over', { count })
    } catch (error) {
      log.warn('tasks.not-released', {}, error)
    }
    await pause(Math.min(EXPIRED_EVERY_MS, leaseMs), signal)
  }
}

/** Waits until a place is free, the poll interval has passed or the worker is stopped. */
async function rest(worker: Worker, signal: AbortSignal): Promise<void> {
  const freed = new Promise<void>((resolve) => (worker.wake = resolve))
  await Promise.race([pause(LOOK_EVERY_MS, signal), freed])
}

/** Ends early when the worker is stopped. */
async function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  await setTimeout(durationMs, undefined, { signal }).catch(() => {})
}
