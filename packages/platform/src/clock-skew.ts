import type { Queryable } from './database/database.ts'
import type { Log } from './log.ts'

/** Compares the clock of this process with that of the database, which all servers share. */
export type ClockWatch = {
  /**
   * Why this server must not serve calls or run tasks, as text for an operator. Undefined while its
   * clock is right.
   */
  fault(): string | undefined
  /** Reads the database's time. Keeps the last comparison while the database is unavailable. */
  check(): Promise<void>
  stop(): void
}

type Deps = {
  readonly database: Queryable
  readonly now: () => Date
  readonly log: Log
  readonly skewSecondsMax: number
}

/** The database's time at a reading of the monotonic clock, which clock changes do not affect. */
type Reference = {
  readonly databaseMs: number
  readonly monotonicMs: number
  readonly errorMs: number
}

const CHECK_EVERY_MS = 10_000

/**
 * Between two checks the monotonic clock is used, so that a wrongly set clock is noticed by the
 * next call, not by the next check.
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
    // The monotonic clock stops while a computer sleeps, so compare with the database again.
    void check()
    return `clock: this server is ${skewText(skewMs)} the database (${deps.skewSecondsMax} s allowed)`
  }
  const check = () =>
    (checking ??= readReference(deps.database)
      .then((read) => void (reference = read))
      // Without the database no call is served.
      .catch(() => {})
      .finally(() => (checking = undefined)))

  const timer = setInterval(() => void check().then(fault), everyMs)
  timer.unref()
  return { fault, check, stop: () => clearInterval(timer) }
}

async function readReference(database: Queryable): Promise<Reference> {
  const before = performance.now()
  const [row] = await database.query<{ at: Date }>('SELECT clock_timestamp() AS at')
  if (!row) throw new Error('the database returned no time')
  const after = performance.now()
  return {
    databaseMs: row.at.getTime(),
    monotonicMs: (before + after) / 2,
    errorMs: (after - before) / 2,
  }
}

/** How far a clock is ahead of the database's, less the uncertainty of the round trip. */
function skewFrom({ databaseMs, monotonicMs, errorMs }: Reference, now: Date): number {
  const skewMs = now.getTime() - (databaseMs + performance.now() - monotonicMs)
  return Math.sign(skewMs) * Math.max(0, Math.abs(skewMs) - errorMs)
}

function skewText(skewMs: number): string {
  const seconds = Math.round(Math.abs(skewMs) / 1000)
  return `${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'}`
}

function report({ log }: Deps, skewMs: number, isFaulty: boolean): void {
  const skewSeconds = Math.round(skewMs / 1000)
  if (isFaulty) log.error('clock.skewed', { skewSeconds })
  else log.info('clock.right-again', { skewSeconds })
}
