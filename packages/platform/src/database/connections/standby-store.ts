import type { Log } from '#log.ts'
import type { Database, Queryable } from '#database/database.ts'

/** A copy of the database that PostgreSQL keeps up to date, for reading. */
export type Standby = {
  /** The copy, or undefined while it is away or older than allowed. */
  current(): Database | undefined
  /** How old the copy may be. */
  readonly lagMsMax: number
  /** How old the copy is at most; since the start of this process while it was never reached. */
  lagMs(): number
  /** Asks both for their positions. */
  check(): Promise<void>
  stop(): Promise<void>
}

type Deps = {
  readonly primary: Queryable
  readonly copy: Database
  readonly lagMsMax: number
  readonly log: Log
}

/** A position in the log of the primary, and a moment before which all commits are behind it. */
type Mark = { readonly atMs: number; readonly position: string; readonly system: string }

const CHECK_EVERY_MS = 500
/** Marks that the copy has not reached yet. A copy that is further behind is not used anyway. */
const MARKS_MAX = 100

/**
 * Compares the copy with the primary. Ages are of the monotonic clock of this process, so that no
 * other clock counts.
 */
export function watchStandby(deps: Deps, everyMs = CHECK_EVERY_MS): Standby {
  const { primary, copy, lagMsMax, log } = deps
  let marks: Mark[] = []
  let reachedMs = 0
  let hasReached = false
  let wasCurrent = false
  let checking: Promise<void> | undefined

  const lagMs = () => performance.now() - reachedMs
  const isCurrent = () => hasReached && lagMs() <= lagMsMax
  const compare = async () => {
    try {
      marks = [...marks, await readMark(primary)].slice(-MARKS_MAX)
      const reached = await countReached(copy, marks)
      hasReached ||= reached > 0
      reachedMs = marks[reached - 1]?.atMs ?? reachedMs
      marks = marks.slice(reached)
    } catch {
      // The age grows until it is too high, and reads go to the primary.
    }
    if (isCurrent() !== wasCurrent) {
      wasCurrent = !wasCurrent
      if (wasCurrent) log.info('standby.current', { lagMs: Math.round(lagMs()) })
      else log.warn('standby.behind', { lagMsMax })
    }
  }
  const check = () => (checking ??= compare().finally(() => (checking = undefined)))
  const timer = setInterval(() => void check(), everyMs)
  timer.unref()
  return {
    current: () => (isCurrent() ? copy : undefined),
    lagMsMax,
    lagMs,
    check,
    stop: async () => {
      clearInterval(timer)
      await checking
      await copy.close()
    },
  }
}

async function readMark(primary: Queryable): Promise<Mark> {
  const atMs = performance.now()
  const [row] = await primary.query<{ position: string; system: string }>(
    `SELECT pg_current_wal_flush_lsn()::text AS position, system_identifier::text AS system
       FROM pg_control_system()`,
  )
  if (!row) throw new Error('the database returned no position')
  return { atMs, ...row }
}

/** How many of the marks, oldest first, the copy has reached. A server that is no copy of it has reached none. */
async function countReached(copy: Queryable, marks: readonly Mark[]): Promise<number> {
  const [row] = await copy.query<{ reached: number }>(
    `SELECT count(*)::int AS reached
       FROM unnest($1::pg_lsn[], $2::text[]) AS mark (position, system), pg_control_system() AS own
      WHERE own.system_identifier::text = mark.system
        AND pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= mark.position`,
    [marks.map(({ position }) => position), marks.map(({ system }) => system)],
  )
  return row?.reached ?? 0
}
