import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Database, Transaction } from '#platform/database/database.ts'
import { postAccruals, type Done, type Range } from './accrual-store.ts'
import { loansOfAgreements, lockBehind, readMiddle } from './behind-store.ts'
import { bookLoan, isFaultOfLoan } from './default-plans.ts'
import { clearFailures } from './failure-store.ts'
import { claimSlice, markDone } from './run-store.ts'

type Task = { readonly day: LocalDate; readonly now: Date }

/** With so few loans, booking one by one is as fast once one of them is known to fail. */
const ONE_BY_ONE_MAX = 8

/**
 * Claims the next slice and books it, marking it done in the same transaction. Returns whether
 * there was one.
 */
export async function workSlice(database: Database, task: Task): Promise<boolean> {
  return database.inTransaction(async (tx) => {
    const slice = await claimSlice(tx, task.day)
    if (!slice) return false

    await setBatchPlanner(tx, 'off')
    const range = { ...slice, day: task.day }
    const { behind, isComplete } = await lockBehind(tx, range)
    const usual = await bookTogether(tx, { range, task })
    // The loans are searched for others only if the statement has not booked all of them.
    const isDone = isComplete && usual.loans === behind
    const special = isDone ? sumOf([]) : await bookEach(tx, { range, task, which: 'others' })
    await setBatchPlanner(tx, 'on')
    await clearFailures(tx, task.day)
    await markDone(tx, { ...task, slice, ...sumOf([special, usual]) })
    return true
  })
}

/** Planner settings for many rows: with the defaults it would look up each row separately. */
async function setBatchPlanner(tx: Transaction, nestedLoops: 'on' | 'off'): Promise<void> {
  await tx.query(
    `SELECT set_config('enable_nestloop', $1, true), set_config('work_mem', '64MB', true),
            set_config('jit', 'off', true), set_config('enable_seqscan', 'on', true)`,
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
): Promise<Done> {
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
): Promise<Done> {
  const done: Done[] = []
  for (const name of await loansOfAgreements(tx, work.range, work.which)) {
    done.push(await bookLoan(tx, { ...name, ...work.task }))
  }
  return sumOf(done)
}

function sumOf(done: readonly Done[]): Done {
  return done.reduce(
    (total, one) => ({ loans: total.loans + one.loans, entries: total.entries + one.entries }),
    { loans: 0, entries: 0 },
  )
}
