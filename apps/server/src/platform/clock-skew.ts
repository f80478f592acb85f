import type { Queryable } from '#platform/database/database.ts'
import type { Log } from './log.ts'

/** Compares the clock of this process with the clock of the database, which all servers share. */
export type ClockWatch = {
  /** Why this server must not serve calls or do work, as text for an operator; nothing when its clock is right. */
  fault(): string | undefined
  /** Asks the database for its time. Keeps the last comparison when the database is away. */
  check(): Promise<void>
  stop(): void
}

type Deps = {
  readonly database: Queryable
  readonly now: () => Date
  readonly log: Log
  readonly skewSecondsMax: number
}

/** The clock of the database at a moment of the monotonic clock, which no time setting can move. */
type Reference = {
  readonly databaseMs: number
  readonly monotonicMs: number
  readonly errorMs: number
}

const CHECK_EVERY_MS = 10_000

/**
 * Between two checks the time is carried on by the monotonic clock, so a clock that is set wrong is
 * noticed by the next call, not by the next check.
 */
export function watchClock(deps: Deps, everyMs = CHECK_EVERY_MS): ClockWatch {
  let reference: Reference | undefined
  let checking: Promise<void> | undefined
  let wasFaulty = false

  const fault = () => {
    const skewMs = reference ? skewFrom(reference, deps.now()) : 0
    const isFaulty = Math.abs(skewMs) > deps.skewSecondsMax * 1000
    if (isFaulty !== wasFaulty) report(deps, skewMs, isFaulty)
    wasFaulty = isFaulty
    if (!isFaulty) return undefined
    // A computer that slept has a monotonic clock that stood still: the database knows better.
    void check()
    return `clock: this server is ${wordsFor(skewMs)} the database (${deps.skewSecondsMax} s allowed)`
  }
  const check = () =>
    (checking ??= readReference(deps.database)
      .then((read) => void (reference = read))
      // Without the database nothing is served anyway.
      .catch(() => {})
      .finally(() => (checking = undefined)))

  const timer = setInterval(() => void check().then(fault), everyMs)
  timer.unref()
  return { fault, check, stop: () => clearInterval(timer) }
}

async function readReference(database: Queryable): Promise<Reference> {
  const before = performance.now()
  const [row] = await database.query<{ at: Date }>('SELECT clock_timestamp() AS at')
  if (!row) throw new Error('the database did not tell its time')
  const after = performance.now()
  return {
    databaseMs: row.at.getTime(),
    monotonicMs: (before + after) / 2,
    errorMs: (after - before) / 2,
  }
}

/** How far a clock is ahead of the database's, less what the way to the database may account for. */
function skewFrom({ databaseMs, monotonicMs, errorMs }: Reference, now: Date): number {
  const skewMs = now.getTime() - (databaseMs + performance.now() - monotonicMs)
  return Math.sign(skewMs) * Math.max(0, Math.abs(skewMs) - errorMs)
}

function wordsFor(skewMs: number): string {
  const seconds = Math.round(Math.abs(skewMs) / 1000)
  return `${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'}`
}

function report({ log }: Deps, skewMs: number, isFaulty: boolean): void {
  const skewSeconds = Math.round(skewMs / 1000)
  if (isFaulty) log.error('clock.skewed', { skewSeconds })
  else log.info('clock.right-again', { skewSeconds })
}
