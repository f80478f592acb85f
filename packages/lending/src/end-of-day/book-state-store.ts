import {
  lateThresholds,
  nextBookState,
  type BookState,
  type LoanClass,
  type LossStage,
} from '@qingzhou/domain/books/book-state'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { IN_SLICE, valuesOf, type Range } from './accrual-store.ts'

/** The state of each loan of a slice that has one. */
export const LATEST_STATES = `
  (SELECT DISTINCT ON (customer_no, loan_no) * FROM loan_book_states
    WHERE ${IN_SLICE} ORDER BY customer_no, loan_no, from_day DESC)`

/**
 * The open loans whose state may change on the day: one that has crossed a threshold of days late, one that
 * time alone improves, and one that was restructured. $4: the thresholds.
 */
const DUE = `
  SELECT loans.customer_no, loans.loan_no, greatest($3::date - next_due_on, 0) AS late_now,
         class, stage, is_accruing, days_late, current_since, review_on,
         (SELECT array_agg(restructured_on::text ORDER BY restructured_on) FROM restructurings AS old
           WHERE old.customer_no = loans.customer_no AND old.loan_no = loans.loan_no) AS restructured_on
    FROM (SELECT customer_no, loan_no, next_due_on FROM loans WHERE ${IN_SLICE} AND NOT is_settled) AS loans
    LEFT JOIN (SELECT customer_no, loan_no, max(restructured_on) AS last_restructured_on
                 FROM restructurings WHERE ${IN_SLICE} GROUP BY customer_no, loan_no) AS restructured
      USING (customer_no, loan_no)
    LEFT JOIN (SELECT customer_no, loan_no, from_day, class, stage, is_accruing, days_late, current_since,
                      review_on
                 FROM ${LATEST_STATES} AS latest) AS state
      USING (customer_no, loan_no)
   WHERE coalesce(from_day < $3, true)
     AND (width_bucket(greatest($3::date - next_due_on, 0), $4::integer[])
            <> width_bucket(coalesce(days_late, 0), $4::integer[])
          OR review_on <= $3
          OR last_restructured_on >= coalesce(from_day, last_restructured_on))`

type StateRow = {
  readonly class: LoanClass
  readonly stage: number
  readonly is_accruing: boolean
  readonly days_late: number
  readonly current_since: LocalDate | null
  readonly review_on: LocalDate | null
}

type DueRow = {
  readonly customer_no: string
  readonly loan_no: string
  readonly late_now: number
  readonly restructured_on: LocalDate[] | null
} & { readonly [Column in keyof StateRow]: StateRow[Column] | null }

/** Records the loans of a range whose class, stage or accrual differs from the day before. [X4] */
export async function saveBookStates(tx: Transaction, range: Range): Promise<void> {
  const { day } = range
  const rows = await tx.query<DueRow>(DUE, [...valuesOf(range), lateThresholds])
  const changed = rows.map((row) => {
    const before = hasState(row) ? stateOf(row) : undefined
    const { late_now: daysLate, restructured_on: restructured } = row
    const state = nextBookState(before, { day, daysLate, restructuredOn: restructured ?? [] })
    return { ...row, state }
  })
  if (changed.length === 0) return
  const values = [
    changed.map((row) => row.customer_no),
    changed.map((row) => row.loan_no),
    changed.map(({ state }) => state.class),
    changed.map(({ state }) => state.stage),
    changed.map(({ state }) => state.isAccruing),
    changed.map(({ state }) => state.daysLate),
    changed.map(({ state }) => state.currentSince ?? null),
    changed.map(({ state }) => state.reviewOn ?? null),
  ]
  await tx.query(
    `INSERT INTO loan_book_states (from_day, customer_no, loan_no, class, stage, is_accruing, days_late,
                                   current_since, review_on)
     SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::smallint[], $6::boolean[],
                              $7::integer[], $8::date[], $9::date[])`,
    [day, ...values],
  )
}

/** A state of a loan in the lender's books, from a day on. */
export type RecordedBookState = BookState & { readonly from: LocalDate }

/** The states of a loan in the lender's books, the newest first. */
export async function listBookStates(
  db: Queryable,
  { customer, loanNo }: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<RecordedBookState[]> {
  const rows = await db.query<StateRow & { readonly from_day: LocalDate }>(
    `SELECT from_day, class, stage, is_accruing, days_late, current_since, review_on FROM loan_book_states
      WHERE customer_no = $1 AND loan_no = $2 ORDER BY from_day DESC`,
    [customer, loanNo],
  )
  return rows.map((row) => ({ from: row.from_day, ...stateOf(row) }))
}

function hasState(row: DueRow): row is DueRow & StateRow {
  return row.class !== null
}

function stateOf(row: StateRow): BookState {
  return {
    class: row.class,
    // The table admits no other stage.
    stage: row.stage as LossStage,
    isAccruing: row.is_accruing,
    daysLate: row.days_late,
    currentSince: row.current_since ?? undefined,
    reviewOn: row.review_on ?? undefined,
  }
}
