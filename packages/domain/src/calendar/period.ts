import { unreachable } from '#assert.ts'
import {
  addDays,
  addMonths,
  daysBetween,
  isLeapYear,
  localDate,
  monthsFrom,
  yearOf,
  type LocalDate,
} from '#calendar/local-date.ts'
import { ratio, times, zero, type Ratio } from '#money/ratio.ts'

/** Day count conventions: how a number of days becomes a fraction of a year. */
export const dayCounts = ['30/360', 'ACT/360', 'ACT/365', 'ACT/ACT'] as const
export type DayCount = (typeof dayCounts)[number]

/**
 * How a part of a 30-day month is counted: by its days over 360, as in our agreements, or by its
 * share of the actual days, as some other lenders do.
 */
export type BrokenPeriod = 'days-over-360' | 'share-of-period'

/** The days that one instalment covers, excluding the start day and including the end day. */
export interface Period {
  readonly from: LocalDate
  readonly to: LocalDate
  /** Length in days where every month has 30 days. */
  readonly days360: number
}

/**
 * The monthly periods of a plan. Each due date is computed from the start, so none drifts; one on a closed day
 * is the next day that is not. [C6, C10]
 */
export function periodsOf(span: {
  start: LocalDate
  firstDue?: LocalDate
  months: number
  closedDays?: readonly LocalDate[]
}): Period[] {
  const { start, firstDue, months, closedDays } = span
  const aMonthLater = addMonths(start, 1)
  const isOdd = firstDue !== undefined && firstDue !== aMonthLater
  const planned = isOdd
    ? monthsFrom(firstDue, { first: 0, count: months })
    : monthsFrom(start, { first: 1, count: months })
  const ends = closedDays ? nextOpenDays(planned, closedDays) : planned
  return ends.map((to, index) => ({
    from: ends[index - 1] ?? start,
    to,
    days360: isOdd && index === 0 ? oddDays({ start, firstDue }) : 30,
  }))
}

/** The days, each on the next one that is not closed. [C10] */
function nextOpenDays(days: readonly LocalDate[], closedDays: readonly LocalDate[]): LocalDate[] {
  const closed = new Set(closedDays)
  return days.map((planned) => {
    let day = planned
    while (closed.has(day)) day = addDays(day, 1)
    return day
  })
}

/** The closed days that move a due date of these terms. */
export function closedDaysHit(span: Parameters<typeof periodsOf>[0]): LocalDate[] {
  const { closedDays = [], ...planned } = span
  const moved = periodsOf(span)
  const days = periodsOf(planned).map(({ to }) => to)
  const isHit = (closed: LocalDate) =>
    days.some((day, index) => day <= closed && closed < (moved[index]?.to ?? day))
  return closedDays.filter(isHit)
}

/**
 * Length of an odd first period: whole months counted back from its end, plus the remaining days.
 * [C7]
 */
function oddDays(span: { start: LocalDate; firstDue: LocalDate }): number {
  const { start, firstDue } = span
  let months = 0
  while (addMonths(firstDue, -months - 1) >= start) months += 1
  return months * 30 + daysBetween({ from: start, to: addMonths(firstDue, -months) })
}

/** The fraction of a year that a period counts for. [C8] */
export function yearFraction(period: Period, dayCount: DayCount): Ratio {
  switch (dayCount) {
    case '30/360':
      return ratio(BigInt(period.days360), 360n)
    case 'ACT/360':
      return ratio(BigInt(daysBetween(period)), 360n)
    case 'ACT/365':
      return ratio(BigInt(daysBetween(period)), 365n)
    case 'ACT/ACT': {
      const leapDays = leapDaysIn(period)
      const otherDays = BigInt(daysBetween(period)) - leapDays
      return ratio(otherDays * 366n + leapDays * 365n, 365n * 366n)
    }
    default:
      return unreachable(dayCount)
  }
}

/** The fraction of a year elapsed by a day inside a period, at most the whole period. [C9] */
export function elapsedFraction(
  period: Period,
  day: { on: LocalDate; dayCount: DayCount; brokenPeriod: BrokenPeriod },
): Ratio {
  const { on, dayCount, brokenPeriod } = day
  if (on <= period.from) return zero
  if (on >= period.to) return yearFraction(period, dayCount)
  if (dayCount !== '30/360') return yearFraction({ ...period, to: on }, dayCount)

  const elapsed = daysBetween({ from: period.from, to: on })
  if (brokenPeriod === 'days-over-360') {
    return ratio(BigInt(Math.min(elapsed, period.days360)), 360n)
  }
  const share = ratio(BigInt(elapsed), BigInt(daysBetween(period)))
  return times(share, yearFraction(period, dayCount))
}

/** Days of a period that fall in leap years; a day belongs to the date on which it ends. */
function leapDaysIn(period: Period): bigint {
  let days = 0
  for (let year = yearOf(period.from); year <= yearOf(period.to); year += 1) {
    if (!isLeapYear(year)) continue
    const newYearsEve = localDate(`${year - 1}-12-31`)
    const lastDay = localDate(`${year}-12-31`)
    days += daysBetween({
      from: period.from > newYearsEve ? period.from : newYearsEve,
      to: period.to < lastDay ? period.to : lastDay,
    })
  }
  return BigInt(days)
}
