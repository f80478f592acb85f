import { assert } from '#assert.ts'
import { addDays, type LocalDate } from '#calendar/local-date.ts'
import {
  accrualEntries,
  entriesOf,
  type Account,
  type Entry,
  type LoanEvent,
} from '#ledger/entries.ts'
import { earnedInterest } from '#loans/accrual.ts'
import type { Loan } from '#loans/loan.ts'
import { fen, sum, type Money } from '#money/money.ts'
import type { Outcome } from '#refusal.ts'
import type { Settlement } from '#repayment/allocation.ts'

/** Accounts that a loan may leave something on, and an undone one nothing. */
export const ofTheLender = [
  'interest-income',
  'penalty-income',
  'fee-income',
  'coupon-cost',
  'waived',
  'conversion',
] as const

/** A loan, and all that was posted for it until today. */
export interface Books {
  readonly loan: Loan
  readonly today: LocalDate
  readonly entries: readonly Entry[]
}

export function opened(loan: Loan): Books {
  const today = loan.start
  return {
    loan,
    today,
    entries: entriesOf({ event: 'draw', before: undefined, after: loan, today }),
  }
}

/** Days go by, and are booked. */
export function moved(books: Books, days: number): Books {
  const to = addDays(books.today, days)
  const entries = accrualEntries(books.loan, { from: books.today, to })
  return { ...books, today: to, entries: [...books.entries, ...entries] }
}

export function settledBy(books: Books, event: LoanEvent, outcome: Outcome<Settlement>) {
  if (!outcome.ok) return books
  const { loan, overpaid } = outcome.value
  const entries = entriesOf({
    event,
    before: books.loan,
    after: loan,
    today: books.today,
    overpaid,
  })
  return { ...books, loan, entries: [...books.entries, ...entries] }
}

export function changedBy(books: Books, event: LoanEvent, outcome: Outcome<Loan>) {
  if (!outcome.ok) return books
  const after = outcome.value
  const entries = entriesOf({ event, before: books.loan, after, today: books.today })
  return { ...books, loan: after, entries: [...books.entries, ...entries] }
}

/** Interest of a whole loan up to a day: what the books take as income. */
export function earnedInterestOf(loan: Loan, today: LocalDate): Money {
  return sum(loan.instalments.map((instalment) => earnedInterest(instalment, { loan, today })))
}

/** What entries leave on an account; debits count for, credits against. */
export function balanceOf(entries: readonly Entry[], account: Account): Money {
  return fen(
    entries.reduce((total, { debit, credit, amount }) => {
      assert(amount > 0n, 'an entry moves something')
      return total + (debit === account ? amount : 0n) - (credit === account ? amount : 0n)
    }, 0n),
  )
}
