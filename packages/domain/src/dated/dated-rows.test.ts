import { describe, expect, it } from 'vitest'
import { addDays, localDate, type LocalDate } from '#calendar/local-date.ts'
import { lprOn } from '#cost/cost-cap.ts'
import { specimenDated, valueOf } from '#specimen.ts'
import { checkDatedRows, datedGaps } from './check-dated-rows.ts'
import {
  closedDaysOn,
  datedRowOn,
  datedRowText,
  readDatedRow,
  type DatedRow,
} from './dated-rows.ts'

const today = localDate('2026-11-19')
const rowOf = (text: string): DatedRow => valueOf(readDatedRow(text))
const rowsOf = (...texts: string[]) => texts.map(rowOf)
const stored = specimenDated
const rateOn = (on: LocalDate) => lprOn({ on, dated: stored }).annualRatePpm
const until = (day: string) => [...stored, rowOf(`prime-rate ${day} 3.00%`)]
const noOffers = { lender: 'consumer-finance', offers: [] } as const

function reasonOf(texts: string[], more: readonly DatedRow[] = []): string | undefined {
  const checked = checkDatedRows(rowsOf(...texts), {
    stored: [...stored, ...more],
    today,
    ...noOffers,
  })
  return checked.ok || checked.refusal.kind !== 'dated-row-refused'
    ? undefined
    : `${checked.refusal.reason}: ${checked.refusal.row}`
}

describe('dated rows', () => {
  it.each([
    'prime-rate 2026-12-20 3.0500%',
    'cost-cap 2027-01-01 20.0000%',
    'due-days 2027-01-01 next-working-day',
    'due-days 2027-06-01 as-planned',
    'calendar 2027-10-01 holiday',
    'calendar 2027-10-09 workday',
    'provision-special-mention 2027-01-01 3.0000%',
    'default-stage-2 2027-01-01 0.0000%',
    'loss-given-default 2027-01-01 100.0000%',
    'value-added-tax 2027-01-01 6.0000%',
  ])('[J1] are read and written as %s', (text) => {
    expect(datedRowText(rowOf(text))).toBe(text)
  })

  it.each([
    ['lpr 2026-12-20 3.05%', 'kind-unknown'],
    ['prime-rate 2026-02-30 3.05%', 'day-malformed'],
    ['prime-rate 2026-12-20', 'value-malformed'],
    ['prime-rate 2026-12-20 3.05', 'value-malformed'],
    ['prime-rate 2026-12-20 0%', 'value-malformed'],
    ['prime-rate 2026-12-20 21%', 'value-malformed'],
    ['cost-cap 2027-01-01 24% 25%', 'value-malformed'],
    ['calendar 2027-10-01 closed', 'value-malformed'],
    ['provision-loss 2027-01-01 100.0001%', 'value-malformed'],
    ['provision-loss 2027-01-01 -1%', 'value-malformed'],
    ['provision-good 2027-01-01 1%', 'kind-unknown'],
  ])('[J2] %s is refused: %s', (text, reason) => {
    expect(readDatedRow(text)).toEqual({
      ok: false,
      refusal: { kind: 'dated-row-refused', row: text, reason },
    })
  })

  it('[J1] a rate applies from its own day until the next row of its kind', () => {
    const primeRates = stored.filter(({ kind }) => kind === 'prime-rate')
    for (const [index, row] of primeRates.entries()) {
      expect(datedRowOn(stored, 'prime-rate', row.day)).toBe(row)
      const before = primeRates[index - 1]
      if (before) expect(datedRowOn(stored, 'prime-rate', addDays(row.day, -1))).toBe(before)
    }
  })

  it('[Y6] the prime rate of a day is the last one published by then', () => {
    expect(rateOn(localDate('2025-05-19'))).toBe(31_000n)
    expect(rateOn(localDate('2025-05-20'))).toBe(30_000n)
  })
})

describe('a new dated row', () => {
  it('[J2] is granted from today on, and a prime rate also for a publication after the newest one', () => {
    expect(reasonOf(['cost-cap 2026-11-19 23.00%'])).toBeUndefined()
    expect(reasonOf(['prime-rate 2025-06-20 3.00%', 'prime-rate 2025-07-21 3.00%'])).toBeUndefined()
  })

  it('[J2] supersedes one of its day that has not passed, never one that has', () => {
    const planned = rowsOf('cost-cap 2027-01-01 20.00%')
    expect(reasonOf(['cost-cap 2027-01-01 21.00%'], planned)).toBeUndefined()
    expect(reasonOf(['prime-rate 2025-05-20 3.10%'])).toBe(
      'day-past: prime-rate 2025-05-20 3.1000%',
    )
    expect(reasonOf(['cost-cap 2026-11-18 20.00%'])).toBe('day-past: cost-cap 2026-11-18 20.0000%')
  })

  it.each([
    [['cost-cap 2027-01-01 20%', 'cost-cap 2027-01-01 21%'], 'twice: cost-cap 2027-01-01 21.0000%'],
    [
      ['calendar 2027-10-01 holiday', 'calendar 2027-10-01 workday'],
      'twice: calendar 2027-10-01 workday',
    ],
    [['cost-cap 2027-01-01 24%'], 'already-recorded: cost-cap 2027-01-01 24.0000%'],
    [['provision-pass 2027-01-01 1%'], 'already-recorded: provision-pass 2027-01-01 1.0000%'],
    [['loss-given-default 2026-11-18 50%'], 'day-past: loss-given-default 2026-11-18 50.0000%'],
    [['cost-cap 2027-01-01 25%'], 'above-law: cost-cap 2027-01-01 25.0000%'],
    [
      ['calendar 2027-10-01 holiday', 'calendar 2028-01-03 holiday'],
      'years-mixed: calendar 2028-01-03 holiday',
    ],
    [['calendar 2027-10-04 workday'], 'works-anyway: calendar 2027-10-04 workday'],
    [['calendar 2027-10-09 workday'], 'no-holiday: calendar 2027-10-09 workday'],
  ])('[J2] %j is refused: %s', (texts, reason) => {
    expect(reasonOf(texts)).toBe(reason)
  })

  it('[J2] a cap below the price of an open offer is refused, and names the offer', () => {
    const offers = [{ name: 'grade D', ratePpm: 180_000n }]
    const checked = checkDatedRows(rowsOf('cost-cap 2027-01-01 17.99%'), {
      ...noOffers,
      stored,
      today,
      offers,
    })
    expect(checked).toMatchObject({ refusal: { reason: 'below-price', detail: 'grade D 18.00%' } })
    const enough = { ...noOffers, stored, today, offers }
    expect(checkDatedRows(rowsOf('cost-cap 2027-01-01 18%'), enough).ok).toBe(true)
  })
})

describe('closed days', () => {
  const calendar = rowsOf('calendar 2027-10-01 holiday', 'calendar 2027-10-09 workday')
  const moving = rowsOf('due-days 2027-01-01 next-working-day')

  it('[C10] are weekends and holidays of the recorded years, from the day of the setting on', () => {
    expect(closedDaysOn([...calendar], localDate('2027-03-01'))).toBeUndefined()
    expect(closedDaysOn([...calendar, ...moving], localDate('2026-12-31'))).toBeUndefined()
    const closed = closedDaysOn([...calendar, ...moving], localDate('2027-03-01')) ?? []
    expect(closed.filter((day) => day.startsWith('2027-10')).slice(0, 4)).toEqual([
      '2027-10-01',
      '2027-10-02',
      '2027-10-03',
      '2027-10-10',
    ])
    expect(closed.every((day) => day.startsWith('2027'))).toBe(true)
    // 52 Saturdays and 52 Sundays, one of which is a working day, and a holiday.
    expect(closed).toHaveLength(104)
  })
})

describe('gaps of dated rows', () => {
  it('[J3] a prime rate that was not recorded three days after its publication is a gap', () => {
    expect(datedGaps(until('2026-10-20'), localDate('2026-11-22'))).toEqual([])
    expect(datedGaps(until('2026-10-20'), localDate('2026-11-23'))).toEqual([
      'prime-rate: no row since 2026-10-20; the rate of 2026-11-20 is missing',
    ])
    expect(datedGaps(until('2026-11-20'), localDate('2026-11-23'))).toEqual([])
  })

  it('[J3] where due dates move, the calendar of the year, and from December of the next one, is asked for', () => {
    const rows = [
      ...stored,
      ...rowsOf('prime-rate 2026-11-20 3.00%', 'calendar 2026-10-01 holiday'),
    ]
    const moving = [...rows, rowOf('due-days 2026-01-01 next-working-day')]
    expect(datedGaps(rows, localDate('2026-12-01'))).toEqual([])
    expect(datedGaps(moving, localDate('2026-11-30'))).toEqual([])
    expect(datedGaps(moving, localDate('2026-12-01'))).toEqual(['calendar: 2027 is missing'])
    expect(datedGaps(moving, localDate('2027-01-01'))).toContain('calendar: 2027 is missing')
  })
})
