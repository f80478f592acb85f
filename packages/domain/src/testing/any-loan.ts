import * as fc from 'fast-check'
import { assert } from '#assert.ts'
import type { LocalDate } from '#calendar/local-date.ts'
import { addDays, localDate } from '#calendar/local-date.ts'
import { dayCounts } from '#calendar/period.ts'
import type { Account, Entry, LoanEvent } from '#ledger/entries.ts'
import { accrualEntries, entriesOf } from '#ledger/entries.ts'
import { earnedInterest } from '#loans/accrual.ts'
import { methods } from '#loans/amortise.ts'
import type { Loan } from '#loans/loan.ts'
import { openLoan } from '#loans/loan.ts'
import { planOf } from '#loans/plan.ts'
import type { Money } from '#money/money.ts'
import { fen, sum } from '#money/money.ts'
import { conventions } from '#product.ts'
import type { Outcome } from '#refusal.ts'
import type { Settlement } from '#repayment/allocation.ts'
import { dueOn, receivePayment } from '#repayment/repay.ts'
import { valueOf } from '#specimen.ts'

/** Lender accounts that can keep a balance for a loan, and must be zero after its reversal. */
export const ofTheLender = [
  'interest-income',
  'penalty-income',
  'fee-income',
  'coupon-cost',
  'waived',
  'conversion',
] as const

/** A loan, and all entries posted for it until today. */
export interface Books {
  readonly loan: Loan
  readonly today: LocalDate
  readonly entries: readonly Entry[]
}

export function openBooks(loan: Loan): Books {
  const today = loan.start
  return {
    loan,
    today,
    entries: entriesOf({ event: 'draw', before: undefined, after: loan, today }),
  }
}

/** Advances to a day and posts its accruals. */
export function advanceBooks(books: Books, days: number): Books {
  const to = addDays(books.today, days)
  const entries = accrualEntries(books.loan, { from: books.today, to })
  return { ...books, today: to, entries: [...books.entries, ...entries] }
}

export function postSettlement(books: Books, event: LoanEvent, outcome: Outcome<Settlement>) {
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

/** Interest of a whole loan up to a day: the amount recognised as income. */
export function earnedInterestOf(loan: Loan, today: LocalDate): Money {
  return sum(loan.instalments.map((instalment) => earnedInterest(instalment, { loan, today })))
}

/** The balance of an account over entries: debits minus credits. */
export function balanceOf(entries: readonly Entry[], account: Account): Money {
  return fen(
    entries.reduce((total, { debit, credit, amount }) => {
      assert(amount > 0n, 'an entry moves something')
      return total + (debit === account ? amount : 0n) - (credit === account ? amount : 0n)
    }, 0n),
  )
}

export const amounts = fc.bigInt({ min: 1n, max: 50_000_000_00n }).map(fen)
const days = fc.integer({ min: 0, max: 3652 }).map((day) => addDays(localDate('2023-01-01'), day))

/** Loans of the product with every set of conventions. */
export const anyLoan = fc
  .record({
    amount: fc.bigInt({ min: 5n, max: 500n }).map((hundreds) => fen(hundreds * 100_00n)),
    annualRatePpm: fc.bigInt({ min: 72n, max: 234n }).map((mille) => mille * 1000n),
    months: fc.constantFrom(3, 6, 9, 12, 24),
    method: fc.constantFrom(...methods),
    start: days,
    dayCount: fc.constantFrom(...dayCounts),
    brokenPeriod: fc.constantFrom('days-over-360' as const, 'share-of-period' as const),
  })
  .map(({ dayCount, brokenPeriod, ...terms }) =>
    openLoan(
      valueOf(planOf({ ...terms, conventions: { ...conventions, dayCount, brokenPeriod } })),
    ),
  )

/** A loan whose first instalments were paid when due, and a day inside the next period. */
export const runningLoan = fc
  .tuple(anyLoan, fc.nat(), fc.nat({ max: 27 }))
  .map(([loan, paidSeed, dayInPeriod]) => {
    const paid = paidSeed % loan.instalments.length
    const running = loan.instalments
      .slice(0, paid)
      .reduce((current, { dueDate }) => payDue(current, dueDate), loan)
    const from = loan.instalments[paid]?.period.from ?? loan.start
    return { loan: running, today: addDays(from, dayInPeriod) }
  })

export function payDue(loan: Loan, today: LocalDate): Loan {
  const amount = dueOn(today, loan)
  return amount === 0n ? loan : valueOf(receivePayment(loan, { amount, today })).loan
}
