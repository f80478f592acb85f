import { daysBetween, type LocalDate } from '#calendar/local-date.ts'
import { elapsedFraction, type Period } from '#calendar/period.ts'
import type { Loan } from '#loans/loan.ts'
import type { Money } from '#money/money.ts'
import { minus, plus, ratio, times, zero, type Ratio } from '#money/ratio.ts'

/** Days on which one instalment's principal bore one rate. */
export interface Stretch {
  readonly n: number
  /** Within the period of the instalment, or between its end and a later due date. */
  readonly kind: 'period' | 'delay'
  readonly from: LocalDate
  readonly to: LocalDate
  readonly principal: Money
  readonly annualRatePpm: bigint
  /** The period as it was then: it determines the day count. */
  readonly period: Period
}

/**
 * The number under which a loan has the days of a bill that was converted into it before its due
 * date: their interest is part of its principal.
 */
export const UNEARNED = 0

/** The days that have accrued interest since a day, and their principal and rate. */
export interface History {
  readonly since: LocalDate
  readonly stretches: readonly Stretch[]
  /** A sum off has paid: its bill was paid before the due date, or that was moved after it had come. */
  readonly isCouponUsed?: true
  /** The first due date that was agreed, if it is not a month after the start. */
  readonly firstDue?: LocalDate
  /** Interest of instalments that a waiver gave up beside the discount of a coupon. */
  readonly givenUp?: readonly { readonly n: number; readonly interest: Money }[]
}

/** Adds a stretch, or extends the last one of its kind if only the end date differs. */
export function withStretch(history: History, next: Stretch): History {
  const { stretches } = history
  const index = stretches.findLastIndex(({ n, kind }) => n === next.n && kind === next.kind)
  const last = stretches[index]
  if (!last || !continues(last, next)) return { ...history, stretches: [...stretches, next] }
  return { ...history, stretches: stretches.with(index, { ...last, to: next.to }) }
}

/** The day up to which the period of an instalment is recorded. */
export function periodRecordedUntil(loan: Loan, { n }: { n: number }): LocalDate | undefined {
  const isOfPeriod = (stretch: Stretch) => stretch.n === n && stretch.kind === 'period'
  return loan.history.stretches.findLast(isOfPeriod)?.to
}

/** Exact interest of one kind over an instalment's stretches, in total or up to a day. */
export function interestOfStretches(
  loan: Loan,
  of: { n: number; kind?: Stretch['kind']; until?: LocalDate },
): Ratio {
  const { until } = of
  return loan.history.stretches
    .filter(({ n, kind }) => n === of.n && kind === (of.kind ?? kind))
    .filter(({ from }) => !(until && from >= until))
    .map((stretch) => (until && until < stretch.to ? { ...stretch, to: until } : stretch))
    .map((stretch) => interestOf(stretch, loan))
    .reduce(plus, zero)
}

const PARTS_PER_MILLION = 1_000_000n

/**
 * The late rate in hundredths of a part per million over a year of 360 days, never above the cap,
 * which is over a year of 365. [R1]
 */
export function lateRateOf(loan: Loan, annualRatePpm: bigint = loan.annualRatePpm): bigint {
  const { ratePercent, ratePpmMax } = loan.conventions.late
  const rate = annualRatePpm * ratePercent
  if (ratePpmMax === undefined) return rate
  const rateMax = (ratePpmMax * 100n * 360n) / 365n
  return rate < rateMax ? rate : rateMax
}

/** Exact interest of one stretch. */
export function interestOf(stretch: Stretch, { conventions }: Loan): Ratio {
  const { kind, from, to, principal, annualRatePpm, period } = stretch
  const base = ratio(principal * annualRatePpm, PARTS_PER_MILLION)
  if (kind === 'delay') return times(base, ratio(BigInt(daysBetween({ from, to })), 360n))
  const elapsed = (on: LocalDate) => elapsedFraction(period, { on, ...conventions })
  return times(base, minus(elapsed(to), elapsed(from)))
}

function continues(last: Stretch, next: Stretch): boolean {
  return (
    last.to === next.from &&
    last.principal === next.principal &&
    last.annualRatePpm === next.annualRatePpm &&
    last.period.from === next.period.from &&
    last.period.to === next.period.to &&
    last.period.days360 === next.period.days360
  )
}
