import { closedDaysHit, periodsOf, yearFraction, type Period } from '#calendar/period.ts'
import { amortise, emptyRow, levelInstalmentOf, ZERO_ACCRUED, type Row } from '#loans/amortise.ts'
import { checkTerms, type Terms } from '#loans/terms.ts'
import { add, ZERO, subtract, sum, type Money } from '#money/money.ts'
import { lowest, ratio, times, type Ratio } from '#money/ratio.ts'
import { granted, type Outcome } from '#refusal.ts'

export const PARTS_PER_MILLION = 1_000_000n

export interface PlannedInstalment {
  readonly n: number
  readonly period: Period
  readonly principal: Money
  readonly interest: Money
  /** What rounding its interest left, in millionths of a fen. */
  readonly microfen: bigint
  readonly fee: Money
  /** Principal outstanding after this instalment. */
  readonly balance: Money
}

/** A repayment schedule. The quoted, the signed and the booked plan are the same value. */
export interface Plan {
  readonly terms: Terms
  readonly instalments: readonly PlannedInstalment[]
  readonly totalInterest: Money
  readonly totalFees: Money
  /** The amount of a level instalment, if the plan has equal instalments. */
  readonly level?: Money
}

/** The plan of the given terms. [I1–I6] */
export function planOf(terms: Terms): Outcome<Plan> {
  const checked = checkTerms(terms)
  if (!checked.ok) return checked

  const agreed = withClosedDays(terms)
  const { amount, method, conventions, principalGrace = 0, interestGrace = 0 } = agreed
  const { closedDays } = conventions
  const periods = periodsOf({ ...agreed, ...(closedDays && { closedDays }) })
  const factors = factorsOf(periods, agreed)
  const debt = {
    principal: amount,
    factors,
    shape: { kind: method, instalmentUnit: conventions.instalmentUnit, principalGrace },
    rounding: conventions.rounding,
    accrued: ZERO_ACCRUED,
  }
  const level = levelInstalmentOf(debt)
  const plan = write(agreed, periods, deferInterest(amortise(debt), interestGrace))
  return granted(level === undefined ? plan : { ...plan, level })
}

/** A plan keeps the closed days that moved one of its due dates, and no others. [C10] */
function withClosedDays(terms: Terms): Terms {
  const { closedDays, ...conventions } = terms.conventions
  if (!closedDays) return terms
  const hit = closedDaysHit({ ...terms, closedDays })
  return { ...terms, conventions: { ...conventions, ...(hit.length > 0 && { closedDays: hit }) } }
}

/** Interest on one fen for each period; with 30-day months most periods have the same factor. */
function factorsOf(periods: readonly Period[], terms: Terms): Ratio[] {
  if (terms.conventions.dayCount !== '30/360') {
    return periods.map((period) => interestFactor(period, terms))
  }
  let last: { readonly days360: number; readonly factor: Ratio } | undefined
  return periods.map((period) => {
    const { days360 } = period
    if (last?.days360 !== days360) last = { days360, factor: interestFactor(period, terms) }
    return last.factor
  })
}

/** Interest on one fen over a whole period. */
export function interestFactor(
  period: Period,
  terms: Pick<Terms, 'annualRatePpm' | 'conventions'>,
): Ratio {
  const rate = ratio(terms.annualRatePpm, PARTS_PER_MILLION)
  return lowest(times(rate, yearFraction(period, terms.conventions.dayCount)))
}

/** Interest of the grace is added to the first instalment after it. [I6] */
function deferInterest(rows: readonly Row[], grace: number): readonly Row[] {
  if (grace === 0) return rows
  const deferred = sum(rows.slice(0, grace).map(({ interest }) => interest))
  return rows.map((row, index) => {
    if (index < grace) return { ...row, interest: ZERO }
    return index === grace ? { ...row, interest: add(row.interest, deferred) } : row
  })
}

function write(terms: Terms, periods: readonly Period[], rows: readonly Row[]): Plan {
  let balance = terms.amount
  let totalInterest = ZERO
  let totalFees = ZERO
  const instalments = periods.map((period, index) => {
    const { principal, interest, microfen } = rows[index] ?? emptyRow
    const fee = feeAt(index, terms)
    balance = subtract(balance, principal)
    totalInterest = add(totalInterest, interest)
    totalFees = add(totalFees, fee)
    return { n: index + 1, period, principal, interest, microfen, fee, balance }
  })
  return { terms, instalments, totalInterest, totalFees }
}

/** The service fee of an instalment, counted from zero. [L21] */
function feeAt(index: number, { fee }: Terms): Money {
  return fee && (index === 0 || fee.charged === 'each-instalment') ? fee.amount : ZERO
}
