import { setTimeout as sleep } from 'node:timers/promises'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Database } from '#platform/database/database.ts'
import { lockIfBehind } from './accrual-store.ts'
import { bookLoan, isWorthRetrying } from './default-plans.ts'
import { clearFailures, failures } from './failure-store.ts'
import { readProgress, type Progress } from './progress-store.ts'
import { finishDay, takeUpDay, type DebitRule } from './run-store.ts'
import { workSlice } from './work-slice.ts'

export type EndOfDay = {
  /**
   * Connections for this run alone: PostgreSQL keeps plans with a connection, and those made for
   * ten thousand rows are bad for the one row of a borrower.
   */
  readonly connect: () => Database
  readonly now: () => Date
  /** How many slices are worked on at once, by this process. Others may work beside it. */
  readonly lanes: number
  readonly loansPerSlice?: number
  readonly debits: DebitRule
  /** Leaves off after the slice at hand; whoever comes next goes on from there. */
  readonly signal?: AbortSignal | undefined
  /** Told after each slice. */
  readonly onProgress?: (progress: Progress) => void
  /** Told after each day. */
  readonly onDay?: (progress: Progress) => void
}

/** How the books stand after a run. */
export type EndOfDayResult = Progress & {
  /** Automatic debits that kept the next day from opening; the run ended before the day it was given. */
  readonly openDebits: number
}

/** A fraction of a second: short for a borrower to wait, long enough to be worth its commit. */
const LOANS_PER_SLICE = 10_000
const LOOK_AGAIN_MS = 100

/**
 * Brings the books up to a day, one day after the other, and answers how they stand.
 *
 * Any number of processes may do so at once. Killed anywhere, it is simply run again: what is done
 * is marked in the transaction that did it.
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
        takeUpDay(tx, { until, loansPerSlice, now, debits }),
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
  // A lane that fails must not leave the others working behind the caller's back.
  await Promise.allSettled(lanes)
  await Promise.all(lanes)
}

/** Slice after slice until none is left, also none that another is still at and may give up. */
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

/** Loans that failed before are tried again on the day the books are on, each by itself. */
async function retryFailures(database: Database, { now }: EndOfDay): Promise<void> {
  const listed = await failures(database)
  if (listed.length === 0) return
  const { businessDate: day, isFinished } = await readProgress(database)
  // A day still to be finished will come by them anyway.
  if (!isFinished) return
  for (const { customer, loanNo } of listed) {
    await database.inTransaction(async (tx) => {
      const isBehind = await lockIfBehind(tx, { customer, loanNo, day })
      if (isBehind) await bookLoan(tx, { customer, loanNo, day, now: now() })
      await clearFailures(tx, day)
    })
  }
}
