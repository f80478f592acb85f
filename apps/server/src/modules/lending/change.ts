import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { accrualEntries, entriesOf, type LoanEvent } from '@qingzhou/domain/ledger/entries'
import { principalOutstanding, type Loan } from '@qingzhou/domain/loans/loan'
import { fen, lesser, type Money } from '@qingzhou/domain/money/money'
import type { Statement } from '#database/statement.ts'
import { entered, type Posting } from '#modules/ledger/index.ts'
import type { Act } from './act.ts'
import { changeUse } from './limit-store.ts'
import type { KeptLoan } from './loan-rows.ts'
import { insertLoan, updateLoan } from './loan-store.ts'

/** A step of one loan: what it was, what it is now, and why. */
export type Change = {
  readonly event: LoanEvent
  /** Nothing when the loan is new. */
  readonly before: KeptLoan | undefined
  readonly after: KeptLoan
  readonly overpaid?: Money
}

/** The day an act counts for: books that the end of day has brought further on never go back. */
export function dayFor(loans: readonly KeptLoan[], businessDate: LocalDate): LocalDate {
  return loans.reduce(
    (day, { bookedUntil }) => (bookedUntil > day ? bookedUntil : day),
    businessDate,
  )
}

/** A loan after a step. What it took up of the limit is given back as its principal is. */
export function stepped(kept: KeptLoan, step: { loan: Loan; today: LocalDate }): KeptLoan {
  const limitHeld = lesser(kept.limitHeld, principalOutstanding(step.loan))
  return { ...kept, loan: step.loan, limitHeld, bookedUntil: step.today }
}

/** All that changes of loans leave behind: their rows, the entries that explain them, the limit. */
export function writesOf(
  changes: readonly Change[],
  step: { act: Act; today: LocalDate; now: Date },
): Statement[] {
  const { act, today, now } = step
  const { customer, requestNo } = act
  const use = fen(changes.reduce((total, change) => total + heldMore(change), 0n))
  return [
    ...(use === 0n ? [] : [changeUse({ customer, change: use })]),
    ...changes.flatMap(({ before, after }) =>
      before
        ? updateLoan({ customer, before, after })
        : insertLoan({ customer, kept: after, openedAt: now }),
    ),
    ...entered({
      customer,
      transactionNo: requestNo,
      businessDate: today,
      postings: changes.flatMap((change) => postingsOf(change, today)),
    }),
  ]
}

function heldMore({ before, after }: Change): bigint {
  return after.limitHeld - (before?.limitHeld ?? 0n)
}

/** First the days that nobody has booked yet, then the step itself. */
function postingsOf(change: Change, today: LocalDate): Posting[] {
  const { event, before, after, overpaid } = change
  const { loanNo } = after
  const step = {
    event,
    before: before?.loan,
    after: after.loan,
    today,
    ...(overpaid && { overpaid }),
  }
  const entries = { loanNo, event, entries: entriesOf(step) }
  if (!before || before.bookedUntil >= today) return [entries]

  const days = { from: before.bookedUntil, to: today }
  return [{ loanNo, event: 'accrual', entries: accrualEntries(before.loan, days) }, entries]
}
