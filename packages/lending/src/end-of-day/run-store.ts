import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Transaction } from '@qingzhou/platform/database/database'
import { sumLedgerDays } from './ledger-day-store.ts'
import { countOpenDebits } from './open-debit-store.ts'
import { limitToOneConnectionPerNode } from '@qingzhou/platform/database/distribution/cluster-store'
import { makeTasksDue } from '@qingzhou/platform/tasks/queue-store'
import { createTasks } from '@qingzhou/platform/tasks/tasks'

/** A range of customers whose loans one worker books at a time. */
export type Slice = {
  readonly sliceNo: number
  readonly customerFrom: string
  /** The first customer after the slice; undefined for the last slice. */
  readonly customerUntil: string | undefined
}

/** The next step of an end-of-day run. */
export type NextDay =
  | { readonly kind: 'work'; readonly day: LocalDate }
  | { readonly kind: 'none' }
  /** The next day must not open yet: automatic debits of this one are not final. */
  | { readonly kind: 'debits-open'; readonly count: number }

/** Whether a day may open while automatic debits of the day before are open. */
export type DebitRule = 'await' | 'ignore'

/** After this time, an unanswered debit no longer stops the books. */
const DEBIT_TIMEOUT = '6 hours'

/**
 * Returns the day to work on: an unfinished one, or the next one up to `until`, never past the
 * database calendar (a trigger on the table enforces this). The business date moves first, so that
 * borrowers are served on the new day while the books follow. It moves only when the previous day
 * is complete; a row lock lets one process at a time decide.
 */
export async function startNextDay(
  tx: Transaction,
  {
    until,
    loansPerSlice,
    now,
    debits,
  }: {
    readonly until: LocalDate
    readonly loansPerSlice: number
    readonly now: Date
    readonly debits: DebitRule
  },
): Promise<NextDay> {
  const [today] = await tx.query<{ business_date: LocalDate; bound: LocalDate }>(
    'SELECT business_date, business_date_bound() AS bound FROM business_date FOR UPDATE',
  )
  if (!today) throw new Error('business date not initialised')
  if (await isUnfinished(tx, today.business_date)) return { kind: 'work', day: today.business_date }

  const day = addDays(today.business_date, 1)
  if (day > until || day > today.bound) return { kind: 'none' }
  if (debits === 'await') {
    await limitToOneConnectionPerNode(tx)
    const count = await countOpenDebits(tx, today.business_date)
    if (count > 0 && !(await isDebitTimeoutOver(tx, today.business_date))) {
      return { kind: 'debits-open', count }
    }
  }
  await tx.query('UPDATE business_date SET business_date = $1', [day])
  await tx.query('INSERT INTO end_of_day_runs (business_date, started_at) VALUES ($1, $2)', [
    day,
    now,
  ])
  await createSlices(tx, { day, loansPerSlice })
  return { kind: 'work', day }
}

/**
 * Counted from the end of the calendar day, or from the enqueueing of its debits if that was later.
 */
async function isDebitTimeoutOver(tx: Transaction, day: LocalDate): Promise<boolean> {
  const rows = await tx.query(
    `SELECT FROM end_of_day_runs
      WHERE business_date = $1 AND clock_timestamp() > greatest(
              finished_at, (business_date + 1)::timestamp AT TIME ZONE 'Asia/Shanghai'
            ) + $2::interval`,
    [day, DEBIT_TIMEOUT],
  )
  return rows.length > 0
}

async function isUnfinished(tx: Transaction, day: LocalDate): Promise<boolean> {
  const rows = await tx.query(
    'SELECT FROM end_of_day_runs WHERE business_date = $1 AND finished_at IS NULL',
    [day],
  )
  return rows.length > 0
}

/** Reuses the slices of the day before if their sizes were about right, as counting is slow. */
async function createSlices(
  tx: Transaction,
  cut: { readonly day: LocalDate; readonly loansPerSlice: number },
): Promise<void> {
  const copied = await tx.query<{ slice_no: number }>(
    `INSERT INTO end_of_day_slices (business_date, slice_no, customer_from, customer_until)
     SELECT $1, slice_no, customer_from, customer_until
       FROM end_of_day_slices AS before
      WHERE business_date = $1::date - 1
        AND (SELECT max(loans) <= 2 * $2 AND 2 * sum(loans) >= (count(*) - 1) * $2
               FROM end_of_day_slices WHERE business_date = $1::date - 1)
     RETURNING slice_no`,
    [cut.day, cut.loansPerSlice],
  )
  if (copied.length === 0) await recalculateSlices(tx, cut)
}

/** A customer's loans stay in one slice, so it may be somewhat larger than `loansPerSlice`. */
async function recalculateSlices(
  tx: Transaction,
  { day, loansPerSlice }: { readonly day: LocalDate; readonly loansPerSlice: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO end_of_day_slices (business_date, slice_no, customer_from, customer_until)
     SELECT $1, row_number() OVER (ORDER BY customer_from), customer_from,
            lead(customer_from) OVER (ORDER BY customer_from)
       FROM (SELECT '' AS customer_from
             UNION
             SELECT customer_no
               FROM (SELECT customer_no, row_number() OVER (ORDER BY customer_no) AS place
                       FROM loans WHERE NOT is_settled) AS placed
              WHERE place % $2 = 0) AS starts`,
    [day, loansPerSlice],
  )
}

/** Locks the next free slice until the transaction ends. */
export async function claimSlice(tx: Transaction, day: LocalDate): Promise<Slice | undefined> {
  const [row] = await tx.query<{
    slice_no: number
    customer_from: string
    customer_until: string | null
  }>(
    `SELECT slice_no, customer_from, customer_until FROM end_of_day_slices
      WHERE business_date = $1 AND done_at IS NULL
      ORDER BY slice_no LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [day],
  )
  if (!row) return undefined
  return {
    sliceNo: row.slice_no,
    customerFrom: row.customer_from,
    customerUntil: row.customer_until ?? undefined,
  }
}

export async function markDone(
  tx: Transaction,
  done: {
    readonly day: LocalDate
    readonly slice: Slice
    readonly loans: number
    readonly entries: number
    readonly now: Date
  },
): Promise<void> {
  const { day, slice, loans, entries, now } = done
  await tx.query(
    `UPDATE end_of_day_slices SET loans = $3, entries = $4, done_at = $5
      WHERE business_date = $1 AND slice_no = $2`,
    [day, slice.sliceNo, loans, entries, now],
  )
}

/** Tasks enqueued after each day's books are complete. */
const FOLLOW_UP_TASKS = [
  'break-plans',
  'debit-day',
  'review-limits',
  'evidence-day',
  'bureau-day',
  'settle-partners',
  'lapse-offers',
  'erase-day',
  'forget-imports',
  'index-names',
  'verify-books',
  'recompute-loans',
] as const

/**
 * Closes the day if all its slices are done, and returns whether they are. Closing sums the ledger of the day before
 * and enqueues the follow-up tasks once: plan defaults, limit reviews, expired offers and evidence, the debits of the
 * day, and the erasure of customers and imports whose retention is over.
 */
export async function finishDay(
  tx: Transaction,
  { day, now }: { readonly day: LocalDate; readonly now: Date },
): Promise<boolean> {
  const [run] = await tx.query<{ is_finished: boolean; is_done: boolean }>(
    `SELECT finished_at IS NOT NULL AS is_finished,
            NOT EXISTS (SELECT FROM end_of_day_slices
                         WHERE business_date = $1 AND done_at IS NULL) AS is_done
       FROM end_of_day_runs WHERE business_date = $1 FOR UPDATE`,
    [day],
  )
  if (!run?.is_done || run.is_finished) return run?.is_done ?? false
  await tx.query('UPDATE end_of_day_runs SET finished_at = $2 WHERE business_date = $1', [day, now])
  // After that change: Citus changes no reference table once the shards were read side by side.
  await sumLedgerDays(tx, day)
  for (const kind of FOLLOW_UP_TASKS) {
    await createTasks().add(tx, { kind, payload: { date: day }, key: day })
  }
  // Planned rate cuts wait for the business date to reach their day.
  await makeTasksDue(tx, 'cut-rates')
  return true
}
