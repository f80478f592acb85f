import { setTimeout as sleep } from 'node:timers/promises'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Database } from '#platform/database/database.ts'
import { lockIfBehind } from './behind-store.ts'
import { bookLoan, isWorthRetrying } from './default-plans.ts'
import { clearFailures, failures } from './failure-store.ts'
import { readProgress, type Progress } from './progress-store.ts'
import { finishDay, startNextDay, type DebitRule } from './run-store.ts'
import { workSlice } from './work-slice.ts'

export type EndOfDay = {
  /**
   * Separate connections for this run: PostgreSQL caches plans per connection, and plans for ten
   * thousand rows are slow for the single rows of a borrower's request.
   */
  readonly connect: () => Database
  readonly now: () => Date
  /**
   * The number of slices this process works on concurrently. Other processes may work in parallel.
   */
  readonly lanes: number
  readonly loansPerSlice?: number
  readonly debits: DebitRule
  /** Stops after the current slice; the next run continues from there. */
  readonly signal?: AbortSignal | undefined
  /** Called after each slice. */
  readonly onProgress?: (progress: Progress) => void
  /** Called after each day. */
  readonly onDay?: (progress: Progress) => void
}

/** The state of the books after a run. */
export type EndOfDayResult = Progress & {
  /**
   * Number of open automatic debits that prevented the next day from opening; the run then ended
   * before `until`.
   */
  readonly openDebits: number
}

/**
 * A slice takes a fraction of a second: short enough for a borrower to wait, long enough to justify
 * its commit.
 */
const LOANS_PER_SLICE = 10_000
const LOOK_AGAIN_MS = 100

/**
 * Books all days up to `until`, one after the other, and returns the resulting state. Any number of
 * processes may run concurrently. It can be killed at any point and run again: progress is recorded
 * in the transaction that made it.
 */
export async function runEndOfDay(endOfDay: EndOfDay, until: LocalDate): Promise<EndOfDayResult> {
  const database = endOfDay.connect()
  const { loansPerSlice = LOANS_PER_SLICE, debits } = endOfDay
  let openDebits = 0
  try {
    await retryFailures(database, endOfDay)
    while (!endOfDay.signal?.aborted) {
      const now = endOfDay.now()
      const next = await database.inTransaction((tx) =>
        startNextDay(tx, { until, loansPerSlice, now, debits }),
      )
      if (next.kind === 'debits-open') openDebits = next.count
      if (next.kind !== 'work') break
      await workDay(database, endOfDay, next.day)
      endOfDay.onDay?.(await readProgress(database))
    }
    return { ...(await readProgress(database)), openDebits }
  } finally {
    await database.close()
  }
}

async function workDay(database: Database, endOfDay: EndOfDay, day: LocalDate): Promise<void> {
  const lanes = Array.from({ length: endOfDay.lanes }, () => workLane(database, endOfDay, day))
  // Wait for all lanes before a failure is thrown, so that none continues in the background.
  await Promise.allSettled(lanes)
  await Promise.all(lanes)
}

/**
 * Works on slices until all are done, including those of other processes, which may fail and be
 * released.
 */
async function workLane(database: Database, endOfDay: EndOfDay, day: LocalDate): Promise<void> {
  while (!endOfDay.signal?.aborted) {
    const hadWork = await attempt(database, { day, now: endOfDay.now() })
    if (hadWork) endOfDay.onProgress?.(await readProgress(database))
    else if (await finished(database, { day, now: endOfDay.now() })) return
    else await sleep(LOOK_AGAIN_MS)
  }
}

async function finished(
  database: Database,
  end: { readonly day: LocalDate; readonly now: Date },
): Promise<boolean> {
  return database.inTransaction((tx) => finishDay(tx, end))
}

async function attempt(
  database: Database,
  task: { readonly day: LocalDate; readonly now: Date },
): Promise<boolean> {
  try {
    return await workSlice(database, task)
  } catch (error) {
    if (isWorthRetrying(error)) return true
    throw error
  }
}

/** Retries failed loans on the current business date, each in its own transaction. */
async function retryFailures(database: Database, { now }: EndOfDay): Promise<void> {
  const listed = await failures(database)
  if (listed.length === 0) return
  const { businessDate: day, isFinished } = await readProgress(database)
  // An unfinished day will retry them anyway.
  if (!isFinished) return
  for (const { customer, loanNo } of listed) {
    await database.inTransaction(async (tx) => {
      const isBehind = await lockIfBehind(tx, { customer, loanNo, day })
      if (isBehind) await bookLoan(tx, { customer, loanNo, day, now: now() })
      await clearFailures(tx, day)
    })
  }
}
