import * as fc from 'fast-check'
import { assert } from '#assert.ts'
import type { LocalDate } from '#calendar/local-date.ts'
import { addDays, localDate } from '#calendar/local-date.ts'
import { dayCounts } from '#calendar/period.ts'
import type { Account, Entry, LoanEvent } from '#ledger/entries.ts'
import { accrualEntries, entriesOf } from '#ledger/entries.ts'
import { earnedInterest } from '#loans/accrual.ts'
import { methods } from '#loans/amortise.ts'
import type { CouponBenefit } from '#coupons/coupon.ts'
import type { Loan } from '#loans/loan.ts'
import { openLoan } from '#loans/loan.ts'
import { planOf } from '#loans/plan.ts'
import type { Money } from '#money/money.ts'
import { fen, sum } from '#money/money.ts'
import { conventions } from '#product.ts'
import { cutRate } from '#rate-cuts/rate-cut.ts'
import type { Outcome } from '#refusal.ts'
import type { Settlement } from '#repayment/allocation.ts'
import { deferInstalment } from '#repayment/deferral.ts'
import { repayInPart } from '#repayment/early-repayment.ts'
import { grantForbearance } from '#repayment/forbearance.ts'
import { dueOn, receivePayment } from '#repayment/repay.ts'
import { defaultPlan } from '#restructure/plan-default.ts'
import { quoteBillConversion } from '#restructure/bill-conversion.ts'
import { specimenOldLoan, valueOf } from '#specimen.ts'
import { payWithWaiver, waiverTermsOn } from '#waiver/waiver.ts'

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

export function postChange(books: Books, event: LoanEvent, outcome: Outcome<Loan>) {
  if (!outcome.ok) return books
  const after = outcome.value
  const entries = entriesOf({ event, before: books.loan, after, today: books.today })
  return { ...books, loan: after, entries: [...books.entries, ...entries] }
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

export const anyCoupon: fc.Arbitrary<CouponBenefit | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.record({ kind: fc.constant('interest-free-days' as const), days: fc.nat({ max: 90 }) }),
  fc.record({
    kind: fc.constant('interest-share-off' as const),
    sharePpm: fc.bigInt({ min: 0n, max: 1_000_000n }),
  }),
  fc.record({ kind: fc.constant('sum-off-first-instalment' as const), amount: amounts }),
)

/** Operations on a loan; a refusal leaves it unchanged. */
export type Act = (loan: Loan, today: LocalDate) => Loan | undefined

export const anyAct: fc.Arbitrary<{ wait: number; act: Act }> = fc.record({
  wait: fc.nat({ max: 45 }),
  act: fc.oneof(
    fc.constant<Act>((loan, today) => payDue(loan, today)),
    fc.constant<Act>((loan, today) => payDue(loan, today)),
    amounts.map((amount): Act => (loan, today) => {
      const settled = receivePayment(loan, { amount: fen(amount / 10_000n + 1n), today })
      return valueOrUndefined(settled)?.loan
    }),
    amounts.map((amount): Act => (loan, today) => {
      return valueOrUndefined(repayInPart(loan, { amount: fen(amount / 10_000n), today }))?.loan
    }),
    fc.nat({ max: 30 }).map((days): Act => (loan, today) => {
      return valueOrUndefined(deferInstalment(loan, { days, today }))
    }),
    fc.nat({ max: 90 }).map(
      (days): Act =>
        (loan, today) =>
          valueOrUndefined(grantForbearance(loan, { days, today }))?.loan,
    ),
    fc.bigInt({ min: 50_000n, max: 200_000n }).map((annualRatePpm): Act => (loan, today) => {
      return valueOrUndefined(cutRate(loan, { annualRatePpm, from: addDays(today, 1), today }))
        ?.loan
    }),
    fc.constant<Act>((loan, today) => {
      const old = specimenOldLoan({ loan })
      return valueOrUndefined(quoteBillConversion(old, { months: 6, today }))?.settled[0]?.loan
    }),
    fc.constant<Act>((loan, today) => valueOrUndefined(defaultPlan(loan, today))),
    fc.bigInt({ min: 0n, max: 1_000_000n }).map((share): Act => (loan, today) => {
      const offer = { penaltySharePpm: share, interestSharePpm: share, lastDay: today }
      const { toPay } = waiverTermsOn(today, { loan, offer })
      return valueOrUndefined(payWithWaiver(loan, { amount: toPay, today, offer }))?.loan
    }),
  ),
})

export function valueOrUndefined<T>(outcome: Outcome<T>): T | undefined {
  return outcome.ok ? outcome.value : undefined
}

export function payDue(loan: Loan, today: LocalDate): Loan {
  const amount = dueOn(today, loan)
  return amount === 0n ? loan : valueOf(receivePayment(loan, { amount, today })).loan
}
