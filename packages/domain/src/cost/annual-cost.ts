import { assert } from '#assert.ts'
import { openParts, sumOfParts, type Loan } from '#loans/loan.ts'
import { divide, sum, type Money } from '#money/money.ts'
import { PARTS_PER_MILLION, type Plan } from '#loans/plan.ts'
import { one, plus, ratio, zero, type Ratio } from '#money/ratio.ts'

/** All cash flows of a loan, every fee included. */
export interface CashFlows {
  readonly received: Money
  /** One per month, in order; zero in a month without a payment. */
  readonly payments: readonly Money[]
  /** Length of the first period in days, with months of 30 days: 30, unless the period is odd. */
  readonly firstPeriodDays360: number
}

export interface AnnualCost {
  /** The monthly internal rate × 12: 年化利率（单利）. */
  readonly simplePpm: bigint
  /** The monthly internal rate compounded over a year. */
  readonly effectivePpm: bigint
}

/** Monthly rates are computed to twelve decimals, present values to twelve more. */
const RATE_SCALE = 10n ** 12n
const VALUE_SCALE = 10n ** 24n
const MONTHLY_RATE_MAX = 10n * RATE_SCALE

/** The annualised cost of a loan, from its cash flows alone. [Y1, Y2] */
export function annualCost(flows: CashFlows): AnnualCost {
  assert(flows.received > 0n, 'a loan pays something out')
  const monthly = monthlyRate(flows)
  const grown = (RATE_SCALE + monthly) ** 12n - RATE_SCALE ** 12n
  return {
    simplePpm: divide(monthly * 12n * PARTS_PER_MILLION, RATE_SCALE, 'half-up'),
    effectivePpm: divide(grown * PARTS_PER_MILLION, RATE_SCALE ** 12n, 'half-up'),
  }
}

/** Whether the annualised cost of a loan exceeds a rate, compared exactly. [Y4] */
export function costsMoreThan(annualRatePpm: bigint, flows: CashFlows): boolean {
  const { payments, firstPeriodDays360, received } = flows
  const grown = plus(one, ratio(annualRatePpm, 12n * PARTS_PER_MILLION))
  const discounted = (value: Ratio) =>
    ratio(value.numerator * grown.denominator, value.denominator * grown.numerator)
  let value = zero
  for (const payment of payments.toReversed()) {
    value = plus(discounted(value), ratio(payment, 1n))
  }
  for (let days = firstPeriodDays360; days >= 30; days -= 30) value = discounted(value)
  const oddDays = BigInt(firstPeriodDays360 % 30)
  const odd = plus(one, ratio(annualRatePpm * oddDays, 360n * PARTS_PER_MILLION))
  return value.numerator * odd.denominator > received * value.denominator * odd.numerator
}

/** The cash flows of a plan, without a coupon. */
export function flowsOf(plan: Plan): CashFlows {
  return {
    received: plan.terms.amount,
    payments: plan.instalments.map(({ principal, interest, fee }) =>
      sum([principal, interest, fee]),
    ),
    firstPeriodDays360: plan.instalments[0]?.period.days360 ?? 30,
  }
}

/**
 * The cash flows of a loan on the day it is made, fees included and the coupon discount deducted.
 */
export function flowsOfLoan(loan: Loan): CashFlows {
  return {
    received: loan.amount,
    payments: loan.instalments.map((instalment) => sumOfParts(openParts(instalment))),
    firstPeriodDays360: loan.instalments[0]?.period.days360 ?? 30,
  }
}

/**
 * The lowest rate at which the present value of the payments does not exceed the amount received.
 */
function monthlyRate(flows: CashFlows): bigint {
  // A coupon can exceed the interest; a negative cost is shown as zero.
  if (sum(flows.payments) <= flows.received) return 0n

  let range: Range = { low: 0n, high: MONTHLY_RATE_MAX }
  // The float estimate only narrows the search; integer arithmetic decides.
  const guess = guessedRate(flows)
  for (let reach = FIRST_REACH; widthOf(range) > 2n * reach; reach *= FIRST_REACH) {
    range = narrowRange(range, { rate: guess - reach, flows })
    range = narrowRange(range, { rate: guess + reach, flows })
  }
  while (widthOf(range) > 1n) {
    range = narrowRange(range, { rate: (range.low + range.high) / 2n, flows })
  }
  return range.high
}

/** The rate is above `low` and at most `high`. */
interface Range {
  readonly low: bigint
  readonly high: bigint
}

function widthOf({ low, high }: Range): bigint {
  return high - low
}

function narrowRange(range: Range, trial: { rate: bigint; flows: CashFlows }): Range {
  const { rate, flows } = trial
  if (rate <= range.low || rate >= range.high) return range
  const isTooLow = presentValue(flows, rate) > flows.received * VALUE_SCALE
  return isTooLow ? { ...range, low: rate } : { ...range, high: rate }
}

/** Initial search distance around the estimate: floats are usually accurate to eleven decimals. */
const FIRST_REACH = 32n
const GUESSES_MAX = 30

/** Newton's method, which converges from below because the present value is convex in the rate. */
function guessedRate(flows: CashFlows): bigint {
  const payments = flows.payments.map(Number)
  const received = Number(flows.received)
  const monthsToFirst = flows.firstPeriodDays360 / 30
  let rate = 0
  for (let guesses = 0; guesses < GUESSES_MAX; guesses += 1) {
    let value = 0
    let slope = 0
    for (const [index, payment] of payments.entries()) {
      const months = monthsToFirst + index
      const discounted = payment * (1 + rate) ** -months
      value += discounted
      slope += (months * discounted) / (1 + rate)
    }
    const step = (value - received) / slope
    rate += step
    if (!(Math.abs(step) > 1e-14)) break
  }
  const scaled = Math.round(rate * Number(RATE_SCALE))
  return Number.isFinite(scaled) ? BigInt(scaled) : 0n
}

/** Discounts by whole months, and by simple interest over the odd days before them. [Y3] */
function presentValue(flows: CashFlows, monthly: bigint): bigint {
  const { payments, firstPeriodDays360 } = flows
  const discounted = (value: bigint) => (value * RATE_SCALE) / (RATE_SCALE + monthly)

  let value = 0n
  for (const payment of payments.toReversed()) value = discounted(value) + payment * VALUE_SCALE
  for (let days = firstPeriodDays360; days >= 30; days -= 30) value = discounted(value)

  const oddDays = BigInt(firstPeriodDays360 % 30)
  return (value * RATE_SCALE * 30n) / (RATE_SCALE * 30n + oddDays * monthly)
}
