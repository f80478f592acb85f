import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { accrualEntries, entriesOf, type LoanEvent } from '@qingzhou/domain/ledger/entries'
import { principalOutstanding, type Loan, type Parts } from '@qingzhou/domain/loans/loan'
import { lesser, ZERO, type Money } from '@qingzhou/domain/money/money'
import type { Statement } from '@qingzhou/platform/database/pipeline/statement'
import { ledgerInserts, type Posting } from './ledger/index.ts'
import type { Act } from './act.ts'
import type { LoanRecord } from './loans/loan-rows.ts'
import { insertLoan, updateLoan } from './loans/loan-store.ts'

/** A change of one loan: its records before and after, and the event. */
export type Change = {
  readonly event: LoanEvent
  /** Undefined for a new loan. */
  readonly before: LoanRecord | undefined
  readonly after: LoanRecord
  /** The limit reserved for the draw that became this loan. */
  readonly reservedAmount?: Money
  readonly overpaid?: Money
  /** The amounts waived on a loan that is reversed. */
  readonly waivedAmounts?: Parts
}

/** The state of a new loan, on which no event has occurred. */
export const NEW_LOAN_STATE = {
  consolidatedInto: undefined,
  defaultedOn: undefined,
  reversedOn: undefined,
  returnAskedOn: undefined,
  isReplayable: true,
} as const

/**
 * The day an event is booked on: the business date, or a later day that the end of day has already
 * booked.
 */
export function dayFor(loans: readonly LoanRecord[], businessDate: LocalDate): LocalDate {
  return loans.reduce(
    (day, { bookedUntil }) => (bookedUntil > day ? bookedUntil : day),
    businessDate,
  )
}

/** The loan after a change. The limit it uses shrinks with its outstanding principal. */
export function applyStep(record: LoanRecord, step: { loan: Loan; today: LocalDate }): LoanRecord {
  const limitUsed = lesser(record.limitUsed, principalOutstanding(step.loan))
  return { ...record, loan: step.loan, limitUsed, bookedUntil: step.today }
}

/**
 * Everything that changes of loans write: their rows, the ledger entries and the change of the used
 * limit.
 */
export function writesFor(
  changes: readonly Change[],
  step: { act: Act; today: LocalDate; now: Date },
): { writes: Statement[]; use: bigint } {
  const { act, today, now } = step
  const { customer, requestNo } = act
  const rows = changes.map(({ before, after }) =>
    before
      ? updateLoan({ customer, before, after })
      : insertLoan({ customer, record: after, openedAt: now }),
  )
  const explained = ledgerInserts({
    customer,
    transactionNo: requestNo,
    businessDate: today,
    postings: changes.flatMap((change) => postingsOf(change, today)),
  })
  return {
    writes: [...rows, ...explained],
    use: changes.reduce((total, change) => total + limitUseOf(change), 0n),
  }
}

function limitUseOf({ before, after, reservedAmount = ZERO }: Change): bigint {
  return after.limitUsed - (before?.limitUsed ?? reservedAmount)
}

/**
 * The postings of a change, and the accrual of the days not booked yet: before the change, or since
 * a new loan started.
 */
function postingsOf(change: Change, today: LocalDate): Posting[] {
  const { before, after } = change
  const { loan, loanNo } = after
  if (before) {
    const days = daysBooked(before.loan, { from: before.bookedUntil, to: today })
    return [...days.map((accrual) => ({ ...accrual, loanNo })), stepOf(change, today)]
  }
  // A disbursement reported late accrues from the day it left.
  const began = loan.start < today ? loan.start : today
  const days = daysBooked(loan, { from: began, to: today })
  return [stepOf(change, began), ...days.map((accrual) => ({ ...accrual, loanNo }))]
}

function stepOf(change: Change, today: LocalDate): Posting {
  const { event, before, after, overpaid, waivedAmounts } = change
  const step = { event, before: before?.loan, after: after.loan, today }
  const entries = entriesOf({
    ...step,
    ...(overpaid && { overpaid }),
    ...(waivedAmounts && { waivedAmounts }),
  })
  return { loanNo: after.loanNo, event, entries }
}

function daysBooked(
  loan: Loan,
  days: { from: LocalDate; to: LocalDate },
): Omit<Posting, 'loanNo'>[] {
  if (days.from >= days.to) return []
  return [{ event: 'accrual', entries: accrualEntries(loan, days) }]
}
