import type { Money } from '#money/money.ts'
import { one, plus, ratio, times, whole, zero, type Ratio } from '#money/ratio.ts'

/**
 * The level payment whose present value equals the debt: the debt on the first due date, compounded
 * to the last one, divided by the final value of payments of one fen. [I1]
 */
export function exactInstalment(debt: {
  principal: Money
  factors: readonly Ratio[]
  owed: Ratio
}): Ratio {
  const [first = zero, ...later] = debt.factors
  const atFirstDue = plus(times(whole(debt.principal), plus(one, first)), debt.owed)
  const { growth, payments } = growthOver(later)
  return ratio(atFirstDue.numerator * growth, atFirstDue.denominator * payments)
}

/**
 * The growth over the later periods and the final value of payments of one fen, both times the
 * denominators of all periods.
 */
function growthOver(later: readonly Ratio[]): { growth: bigint; payments: bigint } {
  const [factor] = later
  if (factor && factor.numerator > 0n && later.every((one) => one === factor)) {
    return equalGrowth(factor, BigInt(later.length))
  }
  let growth = 1n
  let denominator = 1n
  let payments = 1n
  for (const { numerator, denominator: unit } of later) {
    const grown = unit + numerator
    growth *= grown
    denominator *= unit
    payments = payments * grown + denominator
  }
  return { growth, payments }
}

/** The same for equal periods: the payments are a geometric series, whose sum divides exactly. */
function equalGrowth({ numerator, denominator }: Ratio, periods: bigint) {
  const grown = denominator + numerator
  const growth = grown ** periods
  const series = (growth * grown - denominator ** (periods + 1n)) / numerator
  return { growth, payments: series }
}
