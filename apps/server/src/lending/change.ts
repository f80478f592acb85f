import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { accrualEntries, entriesOf, type LoanEvent } from '@qingzhou/domain/ledger/entries'
import { principalOutstanding, type Loan, type Parts } from '@qingzhou/domain/loans/loan'
import { lesser, ZERO, type Money } from '@qingzhou/domain/money/money'
import type { Statement } from '#platform/database/statement.ts'
import { ledgerInserts, type Posting } from '#lending/ledger/index.ts'
import type { Act } from './act.ts'
import type { LoanRecord } from './loans/loan-rows.ts'
import { insertLoan, updateLoan } from './loans/loan-store.ts'

/** A step of one loan: what it was, what it is now, and why. */
export type Change = {
  readonly event: LoanEvent
  /** Nothing when the loan is new. */
  readonly before: LoanRecord | undefined
  readonly after: LoanRecord
  /** What was taken from the limit for a loan before it was one. */
  readonly setAside?: Money
  readonly overpaid?: Money
  /** What waivers gave up of a loan that is undone. */
  readonly givenUp?: Parts
}

/** A loan of which nothing but its terms has happened yet. */
export const NEW_LOAN_STATE = {
  joinedInto: undefined,
  brokenOn: undefined,
  reversedOn: undefined,
  returnAskedOn: undefined,
} as const

/** The day an act counts for: books that the end of day has brought further on never go back. */
export function dayFor(loans: readonly LoanRecord[], businessDate: LocalDate): LocalDate {
  return loans.reduce(
    (day, { bookedUntil }) => (bookedUntil > day ? bookedUntil : day),
    businessDate,
  )
}

/** A loan after a step. What it took up of the limit is given back as its principal is. */
export function stepped(kept: LoanRecord, step: { loan: Loan; today: LocalDate }): LoanRecord {
  const limitHeld = lesser(kept.limitHeld, principalOutstanding(step.loan))
  return { ...kept, loan: step.loan, limitHeld, bookedUntil: step.today }
}

/** All that changes of loans leave behind: their rows, the entries that explain them, the limit. */
export function writesFor(
  changes: readonly Change[],
  step: { act: Act; today: LocalDate; now: Date },
): { writes: Statement[]; use: bigint } {
  const { act, today, now } = step
  const { customer, requestNo } = act
  const rows = changes.map(({ before, after }) =>
    before ? updateLoan({ customer, after }) : insertLoan({ customer, kept: after, openedAt: now }),
  )
  const explained = ledgerInserts({
    customer,
    transactionNo: requestNo,
    businessDate: today,
    postings: changes.flatMap((change) => postingsOf(change, today)),
  })
  return {
    writes: [...rows, ...explained],
    use: changes.reduce((total, change) => total + heldMore(change), 0n),
  }
}

function heldMore({ before, after, setAside = ZERO }: Change): bigint {
  return after.limitHeld - (before?.limitHeld ?? setAside)
}

/** The step itself, and the days that nobody has booked yet: before it, or since the loan began. */
function postingsOf(change: Change, today: LocalDate): Posting[] {
  const { before, after } = change
  const { loan, loanNo } = after
  if (before) {
    const days = daysBooked(before.loan, { from: before.bookedUntil, to: today })
    return [...days.map((accrual) => ({ ...accrual, loanNo })), stepOf(change, today)]
  }
  // Money that went out some days ago is owed since then.
  const began = loan.start < today ? loan.start : today
  const days = daysBooked(loan, { from: began, to: today })
  return [stepOf(change, began), ...days.map((accrual) => ({ ...accrual, loanNo }))]
}

function stepOf(change: Change, today: LocalDate): Posting {
  const { event, before, after, overpaid, givenUp } = change
  const step = { event, before: before?.loan, after: after.loan, today }
  const entries = entriesOf({ ...step, ...(overpaid && { overpaid }), ...(givenUp && { givenUp }) })
  return { loanNo: after.loanNo, event, entries }
}

function daysBooked(
  loan: Loan,
  days: { from: LocalDate; to: LocalDate },
): Omit<Posting, 'loanNo'>[] {
  if (days.from >= days.to) return []
  return [{ event: 'accrual', entries: accrualEntries(loan, days) }]
}
