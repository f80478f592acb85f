import { daysBetween, type LocalDate } from '#calendar/local-date.ts'
import { elapsedFraction, type Period } from '#calendar/period.ts'
import type { Loan } from '#loans/loan.ts'
import type { Money } from '#money/money.ts'
import { minus, plus, ratio, times, zero, type Ratio } from '#money/ratio.ts'

/** Days on which one instalment's principal bore one rate. */
export interface Stretch {
  readonly n: number
  /** Within the period of the instalment, between its end and a later due date, or overdue. */
  readonly kind: 'period' | 'delay' | 'penalty'
  readonly from: LocalDate
  readonly to: LocalDate
  readonly principal: Money
  readonly annualRatePpm: bigint
  /** The period as it was then: it determines the day count. */
  readonly period: Period
}

/** The accrual since a day; a retroactive rate cut recomputes it. */
export interface History {
  readonly since: LocalDate
  readonly stretches: readonly Stretch[]
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

/**
 * The history as if a lower rate had been in force since the end of the last day at the old rate.
 */
export function withRateAfter(
  lastOldDay: LocalDate,
  { history, annualRatePpm }: { history: History; annualRatePpm: bigint },
): History {
  const stretches = history.stretches.flatMap((stretch): Stretch[] => {
    if (stretch.to <= lastOldDay || stretch.annualRatePpm <= annualRatePpm) return [stretch]
    if (stretch.from >= lastOldDay) return [{ ...stretch, annualRatePpm }]
    return [
      { ...stretch, to: lastOldDay },
      { ...stretch, from: lastOldDay, annualRatePpm },
    ]
  })
  return { ...history, stretches }
}

/** Exact interest of one kind over an instalment's stretches, in total or up to a day. */
export function interestOfStretches(
  loan: Loan,
  of: { n: number; kind: 'period' | 'delay'; until?: LocalDate },
): Ratio {
  const { until } = of
  return loan.history.stretches
    .filter(({ n, kind, from }) => n === of.n && kind === of.kind && !(until && from >= until))
    .map((stretch) => (until && until < stretch.to ? { ...stretch, to: until } : stretch))
    .map((stretch) => interestOf(stretch, loan))
    .reduce(plus, zero)
}

/** Sum of principal × late rate × days over an instalment's overdue stretches. */
export function penaltyUnitsOfStretches(loan: Loan, n: number): bigint {
  return loan.history.stretches
    .filter((stretch) => stretch.n === n && stretch.kind === 'penalty')
    .map(
      ({ principal, from, to, annualRatePpm }) =>
        principal * lateRateOf(loan, annualRatePpm) * BigInt(daysBetween({ from, to })),
    )
    .reduce((total, units) => total + units, 0n)
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
