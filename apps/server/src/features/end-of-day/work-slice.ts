import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { customerNo } from '#platform/customer-no.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { BEHIND, COVERED, LOCK_BEHIND, POST_ACCRUALS, SLICE } from './accrual-sql.ts'
import { bookLoan, isFaultOfLoan } from './default-plans.ts'
import { clearFailures } from './failure-store.ts'
import { claimSlice, markDone } from './run-store.ts'

type Task = { readonly day: LocalDate; readonly now: Date }
type Range = { readonly customerFrom: string; readonly customerUntil: string | undefined }
type Done = { readonly loans: number; readonly entries: number }

/** So few loans are as fast one by one, when one of them is known to fail. */
const ONE_BY_ONE_MAX = 8

/**
 * Takes the next slice and does it, its mark in the same transaction as the work. Answers whether
 * there was one to take.
 */
export async function workSlice(database: Database, task: Task): Promise<boolean> {
  return database.inTransaction(async (tx) => {
    const slice = await claimSlice(tx, task.day)
    if (!slice) return false

    await setBatchPlanner(tx, 'off')
    const values = valuesOf(slice, task)
    await tx.query(LOCK_BEHIND, values)
    const special = await bookEach(tx, { values, task, which: `NOT (${COVERED})` })
    const usual = await bookTogether(tx, { range: slice, task })
    await setBatchPlanner(tx, 'on')
    await clearFailures(tx, task.day)
    await markDone(tx, { ...task, slice, ...sumOf([special, usual]) })
    return true
  })
}

/** Many rows at once: the planner's caution, made for few, would look each of them up singly. */
async function setBatchPlanner(tx: Transaction, nestedLoops: 'on' | 'off'): Promise<void> {
  await tx.query(
    `SELECT set_config('enable_nestloop', $1, true), set_config('work_mem', '64MB', true),
            set_config('jit', 'off', true), set_config('enable_seqscan', 'on', true)`,
    [nestedLoops],
  )
}

/** All loans of a range by one statement; where that fails, halves of it, down to the loan at fault. */
async function bookTogether(
  tx: Transaction,
  { range, task }: { readonly range: Range; readonly task: Task },
): Promise<Done> {
  const values = valuesOf(range, task)
  await tx.query('SAVEPOINT range')
  try {
    const [done] = await tx.query<Done>(POST_ACCRUALS, values)
    await tx.query('RELEASE SAVEPOINT range')
    return done ?? { loans: 0, entries: 0 }
  } catch (error) {
    if (!isFaultOfLoan(error)) throw error
    await tx.query('ROLLBACK TO SAVEPOINT range')
  }
  const middle = await middleOf(tx, { values, range })
  if (middle === undefined) return bookEach(tx, { values, task, which: COVERED })
  return sumOf([
    await bookTogether(tx, { range: { ...range, customerUntil: middle }, task }),
    await bookTogether(tx, { range: { ...range, customerFrom: middle }, task }),
  ])
}

/** The customer to part a range at; none when the rest is quicker done loan by loan. */
async function middleOf(
  tx: Transaction,
  { values, range }: { readonly values: readonly unknown[]; readonly range: Range },
): Promise<string | undefined> {
  const [row] = await tx.query<{ loans: bigint; first: string; middle: string }>(
    `SELECT count(*) AS loans, min(customer_no) AS first,
            percentile_disc(0.5) WITHIN GROUP (ORDER BY customer_no) AS middle
       FROM ${SLICE} WHERE ${BEHIND} AND ${COVERED}`,
    values,
  )
  if (!row || row.loans <= ONE_BY_ONE_MAX) return undefined
  return row.middle > row.first && row.middle > range.customerFrom ? row.middle : undefined
}

async function bookEach(
  tx: Transaction,
  work: { readonly values: readonly unknown[]; readonly task: Task; readonly which: string },
): Promise<Done> {
  const rows = await tx.query<{ customer_no: string; loan_no: string }>(
    `SELECT customer_no, loan_no FROM ${SLICE} WHERE ${BEHIND} AND ${work.which}
      ORDER BY customer_no, loan_no`,
    work.values,
  )
  const done: Done[] = []
  for (const row of rows) {
    const name = { customer: customerNo(row.customer_no), loanNo: row.loan_no }
    done.push(await bookLoan(tx, { ...name, ...work.task }))
  }
  return sumOf(done)
}

function valuesOf(range: Range, { day }: Task): readonly unknown[] {
  return [range.customerFrom, range.customerUntil ?? null, day]
}

function sumOf(done: readonly Done[]): Done {
  return done.reduce(
    (total, one) => ({ loans: total.loans + one.loans, entries: total.entries + one.entries }),
    { loans: 0, entries: 0 },
  )
}
