import { describe, expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import {
  closedDaysHit,
  elapsedFraction,
  periodsOf,
  yearFraction,
  type Period,
} from '#calendar/period.ts'
import { lowest, ratio } from '#money/ratio.ts'

const february: Period = {
  from: localDate('2024-02-01'),
  to: localDate('2024-03-01'),
  days360: 30,
}
const overNewYear: Period = {
  from: localDate('2023-12-12'),
  to: localDate('2024-01-12'),
  days360: 30,
}

describe('periods', () => {
  it('[C6] follow one another without a gap, also from the end of a month', () => {
    const periods = periodsOf({ start: localDate('2024-01-31'), months: 3 })
    expect(periods.map(({ from, to }) => [from, to])).toEqual([
      ['2024-01-31', '2024-02-29'],
      ['2024-02-29', '2024-03-31'],
      ['2024-03-31', '2024-04-30'],
    ])
    expect(periods.every(({ days360 }) => days360 === 30)).toBe(true)
  })

  it.each([
    ['1978-02-10', '1978-04-01', 49],
    ['2026-11-15', '2026-12-01', 16],
    ['2026-11-15', '2027-01-15', 60],
    ['2026-01-31', '2026-02-28', 30],
  ])('[C7] periods from %s to %s have %i days of a 360-day year', (start, firstDue, days360) => {
    const span = { start: localDate(start), firstDue: localDate(firstDue), months: 2 }
    const [first, second] = periodsOf(span)
    expect([first?.days360, second?.days360]).toEqual([days360, 30])
  })

  it('[C10] end on the next day that is not closed, and the days after it are counted from the plan', () => {
    const closedDays = ['2024-02-29', '2024-03-01', '2024-03-05'].map(localDate)
    const periods = periodsOf({ start: localDate('2024-01-31'), months: 3, closedDays })
    expect(periods.map(({ from, to, days360 }) => [from, to, days360])).toEqual([
      ['2024-01-31', '2024-03-02', 30],
      ['2024-03-02', '2024-03-31', 30],
      ['2024-03-31', '2024-04-30', 30],
    ])
    const span = { start: localDate('2024-01-31'), months: 3, closedDays }
    expect(closedDaysHit(span)).toEqual(['2024-02-29', '2024-03-01'])
  })

  it('[C8] count days by each of the four conventions', () => {
    expect(lowest(yearFraction(february, '30/360'))).toEqual(ratio(1n, 12n))
    expect(lowest(yearFraction(february, 'ACT/360'))).toEqual(ratio(29n, 360n))
    expect(lowest(yearFraction(february, 'ACT/365'))).toEqual(ratio(29n, 365n))
    expect(lowest(yearFraction(february, 'ACT/ACT'))).toEqual(ratio(29n, 366n))
    expect(yearFraction(overNewYear, 'ACT/ACT')).toEqual(
      ratio(19n * 366n + 12n * 365n, 365n * 366n),
    )
  })

  it('[C9] are divided by days over 360, or by the share of their own days, and never exceed the whole period', () => {
    const on = localDate('2024-02-15')
    const cut = (day: string, brokenPeriod: 'days-over-360' | 'share-of-period') =>
      lowest(elapsedFraction(february, { on: localDate(day), dayCount: '30/360', brokenPeriod }))
    expect(cut(on, 'days-over-360')).toEqual(ratio(7n, 180n))
    expect(cut(on, 'share-of-period')).toEqual(ratio(7n, 174n))
    expect(cut('2024-02-01', 'days-over-360')).toEqual(ratio(0n, 1n))
    expect(cut('2024-05-01', 'days-over-360')).toEqual(ratio(1n, 12n))

    const summer: Period = {
      from: localDate('2026-07-01'),
      to: localDate('2026-09-01'),
      days360: 60,
    }
    const lastDay = { on: localDate('2026-08-31'), dayCount: '30/360' as const }
    expect(lowest(elapsedFraction(summer, { ...lastDay, brokenPeriod: 'days-over-360' }))).toEqual(
      ratio(1n, 6n),
    )

    const january: Period = {
      ...february,
      from: localDate('2024-01-01'),
      to: localDate('2024-02-01'),
    }
    const thirty = { on: localDate('2024-01-31'), dayCount: '30/360' as const }
    expect(lowest(elapsedFraction(january, { ...thirty, brokenPeriod: 'days-over-360' }))).toEqual(
      ratio(1n, 12n),
    )
    expect(
      elapsedFraction(february, { on, dayCount: 'ACT/365', brokenPeriod: 'days-over-360' }),
    ).toEqual(ratio(14n, 365n))
  })
})
