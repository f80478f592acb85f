import { assert } from '#assert.ts'
import type { LocalDate } from '#calendar/local-date.ts'
import { daysOverdue, openLoan, type Loan } from '#loans/loan.ts'
import { planOf } from '#loans/plan.ts'
import { sum } from '#money/money.ts'
import { conventions, product } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import type { Settlement } from '#repayment/allocation.ts'
import { payoffOn, repayInFull } from '#repayment/early-full.ts'

export interface Restructured {
  readonly newLoan: Loan
  /** The old loans, each settled against the new one: together they took exactly its amount. */
  readonly settled: readonly Settlement[]
}

/** Joins late loans into one new IOU, longer and at a lower rate. [N1, N2] */
export function joinLoans(
  loans: readonly Loan[],
  plan: { annualRatePpm: bigint; months: number; today: LocalDate },
): Outcome<Restructured> {
  const { annualRatePpm, months, today } = plan
  const { monthsMin, monthsMax } = product.personalisedPlan
  if (loans.length === 0 || loans.some((loan) => daysOverdue(loan, today) === 0)) {
    return refused({ kind: 'not-late-enough' })
  }
  if (!Number.isInteger(months) || months < monthsMin || months > monthsMax) {
    return refused({ kind: 'term-not-offered' })
  }
  const lowest = loans.map((loan) => loan.annualRatePpm).reduce((a, b) => (a < b ? a : b))
  if (annualRatePpm < 0n || annualRatePpm >= lowest) {
    return refused({ kind: 'rate-not-lower', annualRatePpm: lowest })
  }
  const newPlan = planOf({
    amount: sum(loans.map((loan) => payoffOn(today, loan))),
    annualRatePpm,
    months,
    method: 'equal-instalments',
    start: today,
    conventions,
  })
  if (!newPlan.ok) return newPlan
  const settled = loans.map((loan) => settledOn(today, loan))
  return granted({ newLoan: openLoan(newPlan.value), settled })
}

function settledOn(today: LocalDate, loan: Loan): Settlement {
  const settled = repayInFull(loan, { amount: payoffOn(today, loan), today })
  assert(settled.ok, 'a late loan is settled by its payoff')
  return settled.value
}
