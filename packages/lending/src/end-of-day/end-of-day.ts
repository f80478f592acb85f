import { setTimeout as sleep } from 'node:timers/promises'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Database, Transaction } from '@qingzhou/platform/database/database'
import type { BookedAccruals, BookedSums, Range } from './accrual-store.ts'
import { postAccruals } from './accrual-store.ts'
import { listUnbookedLoans, lockBalances, lockIfBehind, readMiddle } from './unbooked-loan-store.ts'
import { saveBookStates } from './book-state-store.ts'
import { saveBookSums } from './book-sum-store.ts'
import { bookLoan, isFaultOfLoan, isWorthRetrying } from './book-loan.ts'
import { clearFailures, failures } from './failure-store.ts'
import type { Progress } from './progress-store.ts'
import { readProgress } from './progress-store.ts'
import type { DebitRule } from './run-store.ts'
import { claimSlice, finishDay, markDone, startNextDay } from './run-store.ts'

type Task = { readonly day: LocalDate; readonly now: Date }

/** With so few loans, booking one by one is as fast once one of them is known to fail. */
const ONE_BY_ONE_MAX = 8

/**
 * Claims the next slice and books it, marking it done in the same transaction. Returns whether
 * there was one.
 */
async function workSlice(database: Database, task: Task): Promise<boolean> {
  return database.inTransaction(async (tx) => {
    const slice = await claimSlice(tx, task.day)
    if (!slice) return false

    await setBatchPlanner(tx, 'off')
    const range = { ...slice, day: task.day }
    await lockBalances(tx, range)
    const usual = await bookTogether(tx, { range, task })
    // The loans are searched for others only if the statement has not booked all that are open.
    const isDone = usual.loans === usual.open
    const others = isDone ? sumOf([]) : await bookEach(tx, { range, task, which: 'others' })
    await saveBookStates(tx, range)
    await saveBookSums(tx, { range, sliceNo: slice.sliceNo })
    await setBatchPlanner(tx, 'on')
    await clearFailures(tx, task.day)
    await markDone(tx, { ...task, slice, ...sumOf([others, usual]) })
    return true
  })
}

/** Planner settings for many rows: with the defaults it would look up each row separately. */
async function setBatchPlanner(tx: Transaction, nestedLoops: 'on' | 'off'): Promise<void> {
  await tx.query(
    `SELECT set_config('enable_nestloop', $1, true), set_config('work_mem', '64MB', true),
            set_config('jit', 'off', true)`,
    [nestedLoops],
  )
}

/**
 * Books all loans of a range in one statement. If that fails, splits the range in halves, down to
 * the failing loan.
 */
async function bookTogether(
  tx: Transaction,
  { range, task }: { readonly range: Range; readonly task: Task },
): Promise<BookedAccruals> {
  await tx.query('SAVEPOINT range')
  try {
    const done = await postAccruals(tx, range)
    await tx.query('RELEASE SAVEPOINT range')
    return done
  } catch (error) {
    if (!isFaultOfLoan(error)) throw error
    await tx.query('ROLLBACK TO SAVEPOINT range')
  }
  const middle = await middleOf(tx, range)
  if (middle === undefined) return bookEach(tx, { range, task, which: 'covered' })
  return sumOf([
    await bookTogether(tx, { range: { ...range, customerUntil: middle }, task }),
    await bookTogether(tx, { range: { ...range, customerFrom: middle }, task }),
  ])
}

/** The customer at which to split a range; undefined if the rest is faster loan by loan. */
async function middleOf(tx: Transaction, range: Range): Promise<string | undefined> {
  const found = await readMiddle(tx, range)
  if (!found || found.loans <= ONE_BY_ONE_MAX) return undefined
  const { first, middle } = found
  return middle > first && middle > range.customerFrom ? middle : undefined
}

async function bookEach(
  tx: Transaction,
  work: { readonly range: Range; readonly task: Task; readonly which: 'covered' | 'others' },
): Promise<BookedSums> {
  const done: BookedSums[] = []
  for (const name of await listUnbookedLoans(tx, work.range, work.which)) {
    done.push(await bookLoan(tx, { ...name, ...work.task }))
  }
  return sumOf(done)
}

function sumOf(done: readonly BookedSums[]): BookedSums {
  return done.reduce(
    (total, one) => ({ loans: total.loans + one.loans, entries: total.entries + one.entries }),
    { loans: 0, entries: 0 },
  )
}

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
  const over = new AbortController()
  const lanes = Array.from({ length: endOfDay.lanes }, () =>
    workLane(database, endOfDay, { day, over }),
  )
  // Wait for all lanes before a failure is thrown, so that none continues in the background.
  await Promise.allSettled(lanes)
  await Promise.all(lanes)
}

/**
 * Works on slices until all are done, including those of other processes, which may fail and be
 * released. The lane that finds the day finished ends the waiting of the others.
 */
async function workLane(
  database: Database,
  endOfDay: EndOfDay,
  { day, over }: { readonly day: LocalDate; readonly over: AbortController },
): Promise<void> {
  while (!endOfDay.signal?.aborted && !over.signal.aborted) {
    const hadWork = await attempt(database, { day, now: endOfDay.now() })
    if (hadWork) endOfDay.onProgress?.(await readProgress(database))
    else if (await tryFinishDay(database, { day, now: endOfDay.now() })) over.abort()
    else await pause(over.signal)
  }
}

/** Waits for slices of other lanes and processes, at most until the day is over. */
async function pause(over: AbortSignal): Promise<void> {
  try {
    await sleep(LOOK_AGAIN_MS, undefined, { signal: over })
  } catch (error) {
    if (!over.aborted) throw error
  }
}

async function tryFinishDay(
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
