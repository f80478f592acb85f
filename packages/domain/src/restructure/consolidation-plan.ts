import { assert } from '#assert.ts'
import type { LocalDate } from '#calendar/local-date.ts'
import { flowsOfLoan, type AnnualCost } from '#cost/annual-cost.ts'
import { checkCost, conventionsUnder, type DayRules } from '#cost/cost-cap.ts'
import { newExposure } from '#cost/realised-cost.ts'
import {
  addParts,
  daysOverdue,
  noParts,
  openLoan,
  sumOfParts,
  type Loan,
  type Parts,
  type Origin,
} from '#loans/loan.ts'
import { planOf, type Plan } from '#loans/plan.ts'
import { lesser, split, subtract, sum, ZERO, type Money } from '#money/money.ts'
import { product, type LenderKind, mallProductNo, type ProductNo } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import type { Settlement } from '#repayment/allocation.ts'
import { billsOf } from '#repayment/bill.ts'
import { payoffOn, repayInFull } from '#repayment/early-repayment.ts'

/** The quote of a consolidation plan, and the plan itself: it is signed and booked unchanged. */
export interface PlanQuote extends Restructuring {
  readonly plan: Plan
  readonly cost: AnnualCost
  /**
   * The amounts taken over from the old loans: the new loan's amount, plus penalty that bears no
   * interest.
   */
  readonly parts: Parts
  /** The lowest rate of the old loans. */
  readonly oldRatePpm: bigint
  /** What is paid less than by the plans of the old loans; zero if the longer term costs as much. */
  readonly saved: Money
}

const RATE_STEP_PPM = 100n

/**
 * Quotes the consolidation of overdue loans into one, with a longer term and a lower rate, as it
 * would be signed today. [N1, N2, N6, N7]
 */
export function quotePlan(
  old: readonly OldLoan[],
  request: { months: number; today: LocalDate; rules: DayRules },
): Outcome<PlanQuote> {
  const { months, today, rules } = request
  const loans = old.map(({ loan }) => loan)
  const [first] = old
  if (!first || loans.some((loan) => daysOverdue(loan, today) === 0)) {
    return refused({ kind: 'not-late-enough' })
  }
  if (!old.every(isConsolidatable)) return refused({ kind: 'plan-not-again' })
  if (old.some(({ lender }) => lender !== first.lender)) {
    return refused({ kind: 'plan-lenders-differ' })
  }
  const { monthsMin, monthsMax } = product.personalisedPlan
  if (!Number.isInteger(months) || months < monthsMin || months > monthsMax) {
    return refused({ kind: 'term-not-offered' })
  }
  const oldRatePpm = lowestRateOf(loans)
  const annualRatePpm = planRateOf(loans)
  if (annualRatePpm >= oldRatePpm) {
    return refused({ kind: 'rate-not-lower', annualRatePpm: oldRatePpm })
  }
  const settled = loans.map((loan) => settleOn(today, loan))
  const parts = partsOf(settled)
  const amount = subtract(sumOfParts(parts), parts.penalty)
  const plan = planAt(annualRatePpm, { amount, months, today, rules })
  if (!plan.ok) return plan

  const bare = openLoan(plan.value)
  const cost = checkCost(flowsOfLoan(bare), rules)
  if (!cost.ok) return cost
  const newLoan = withPenaltyTakenOver(bare, parts.penalty)
  const saved = savingOf(newLoan, { loans, today })
  return granted({ plan: plan.value, newLoan, settled, cost: cost.value, parts, oldRatePpm, saved })
}

/**
 * The rate of a consolidation plan: a percentage of the lowest old rate, rounded down. Callers
 * cannot set it. [N2]
 */
export function planRateOf(loans: readonly Loan[]): bigint {
  const share = (lowestRateOf(loans) * product.personalisedPlan.ratePercent) / 100n
  return share - (share % RATE_STEP_PPM)
}

/** Adds the penalty of the old loans in equal shares; it never bears interest. [N8] */
function withPenaltyTakenOver(loan: Loan, penalty: Money): Loan {
  const { rounding } = loan.conventions
  const shares = split(penalty, { parts: loan.instalments.length, rounding })
  const instalments = loan.instalments.map((row, index) => ({
    ...row,
    due: { ...row.due, penalty: shares[index] ?? ZERO },
  }))
  return { ...loan, instalments, exposure: newExposure(loan.start, penalty) }
}

/** What the bills of the old loans come to, coupons included, less those of the plan. [N6] */
function savingOf(newLoan: Loan, old: { loans: readonly Loan[]; today: LocalDate }): Money {
  const { loans, today } = old
  const owed = (loan: Loan) => sum(billsOf(loan, today).map(({ amount }) => amount))
  const before = sum(loans.map(owed))
  return subtract(before, lesser(before, owed(newLoan)))
}

function lowestRateOf(loans: readonly Loan[]): bigint {
  assert(loans.length > 0, 'a new plan is made of old loans')
  return loans.map((loan) => loan.annualRatePpm).reduce((a, b) => (a < b ? a : b))
}

function planAt(
  annualRatePpm: bigint,
  terms: { amount: Money; months: number; today: LocalDate; rules: DayRules },
): Outcome<Plan> {
  const { amount, months, today, rules } = terms
  const method = 'equal-instalments'
  const conventions = conventionsUnder(rules)
  return planOf({ amount, annualRatePpm, months, method, start: today, conventions })
}

function settleOn(today: LocalDate, loan: Loan): Settlement {
  const settled = repayInFull(loan, { amount: payoffOn(today, loan), today })
  assert(settled.ok, 'a late loan is settled by its payoff')
  return settled.value
}

/** The total settled by these settlements, part by part. */
function partsOf(settled: readonly Settlement[]): Parts {
  return settled
    .flatMap(({ allocations }) => allocations)
    .reduce((total, { parts }) => addParts(total, parts), noParts)
}

/** A loan with the facts that decide whether it can be restructured. */
export interface OldLoan {
  readonly loan: Loan
  readonly origin: Origin
  readonly product: ProductNo
  readonly lender: LenderKind
  /** The day on which the return of its goods was requested. */
  readonly returnAskedOn: LocalDate | undefined
}

export interface Restructuring {
  readonly newLoan: Loan
  /** The old loans, each settled against the new one; the settled amounts sum to its amount. */
  readonly settled: readonly Settlement[]
}

/**
 * A loan can be consolidated once: not if it is a plan already, nor while its goods are being
 * returned. [N5]
 */
function isConsolidatable({ origin, returnAskedOn }: OldLoan): boolean {
  return origin !== 'consolidation-plan' && returnAskedOn === undefined
}

/** Checks whether a loan can be consolidated today. [N2, N5] */
export function checkConsolidation<Old extends OldLoan>(old: Old, today: LocalDate): Outcome<Old> {
  if (!isConsolidatable(old)) return refused({ kind: 'plan-not-again' })
  if (daysOverdue(old.loan, today) === 0) return refused({ kind: 'plan-not-late' })
  return granted(old)
}

/**
 * Whether a bill of this loan can be converted: only of a draw, and not of a mall purchase. [N5]
 */
export function isConvertible({ origin, product, returnAskedOn }: OldLoan): boolean {
  return origin === 'draw' && product !== mallProductNo && returnAskedOn === undefined
}
