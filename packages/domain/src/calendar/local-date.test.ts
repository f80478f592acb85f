import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  compactDate,
  daysBetween,
  displayCompactDate,
  isLeapYear,
  localDate,
  parseCompactDate,
  parseLocalDate,
  yearOf,
} from '#calendar/local-date.ts'

const MS_PER_DAY = 86_400_000

/** Every day from 2023 to 2032, computed with `Date`. */
function everyDay(): string[] {
  const first = Date.UTC(2023, 0, 1)
  const days = (Date.UTC(2033, 0, 1) - first) / MS_PER_DAY
  return Array.from({ length: days }, (_, day) =>
    new Date(first + day * MS_PER_DAY).toISOString().slice(0, 10),
  )
}

describe('calendar days', () => {
  it.each(['2024-02-29', '2000-02-29', '1900-01-01', '9999-12-31'])(
    '[C1] calendar days accept %s',
    (text) => {
      expect(parseLocalDate(text)).toEqual({ ok: true, value: text })
    },
  )

  it.each([
    '2023-02-29',
    '1900-02-29',
    '2024-04-31',
    '2024-13-01',
    '2024-00-10',
    '2024-01-00',
    '1899-12-31',
    '24-01-01',
    '2024-1-1',
    '20240101',
    '2024-01-01T00:00',
    '',
  ])('[C1] refuse %j, which does not exist or is not a day', (text) => {
    expect(parseLocalDate(text)).toEqual({ ok: false, refusal: { kind: 'date-malformed' } })
    expect(() => localDate(text)).toThrow('a calendar day is YYYY-MM-DD and exists')
  })

  it('[C2] keep the day of the month, or use the last day of a shorter month, without drift', () => {
    const start = localDate('2024-01-31')
    const months = [1, 2, 3, 12, 13, -2].map((count) => addMonths(start, count))
    expect(months).toEqual([
      '2024-02-29',
      '2024-03-31',
      '2024-04-30',
      '2025-01-31',
      '2025-02-28',
      '2023-11-30',
    ])
  })

  it('[C2] fall in the expected month from every start date of 2023 to 2032', () => {
    for (const day of everyDay()) {
      const start = localDate(day)
      for (let months = 1; months <= 24; months += 1) {
        const due = addMonths(start, months)
        const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
        const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
        const expected = Date.UTC(year, month - 1 + months, Math.min(date, lastOfMonth))
        if (due !== new Date(expected).toISOString().slice(0, 10)) expect.fail(`${day} + ${months}`)
      }
    }
  })

  it('[C3] are counted as `Date` counts them, over every day of ten years', () => {
    const days = everyDay()
    const first = localDate('2023-01-01')
    days.forEach((day, index) => {
      if (addDays(first, index) !== day) expect.fail(day)
      if (daysBetween({ from: first, to: localDate(day) }) !== index) expect.fail(day)
    })
    expect(addDays(localDate('2024-03-01'), -1)).toBe('2024-02-29')
    expect(() => addDays(first, 0.5)).toThrow('a calendar moves by whole days')
    expect(() => addDays(localDate('9999-12-31'), 1)).toThrow('between 1900 and 9999')
  })

  it('[C3] include leap days', () => {
    expect([1900, 2000, 2023, 2024].map(isLeapYear)).toEqual([false, true, false, true])
    expect(yearOf(localDate('2024-02-29'))).toBe(2024)
  })

  it('[C4] are written and read as eight digits', () => {
    expect(compactDate(localDate('2026-11-15'))).toBe('20261115')
    expect(parseCompactDate('20261115')).toEqual({ ok: true, value: '2026-11-15' })
    expect(parseCompactDate('20230229').ok).toBe(false)
    expect(parseCompactDate('2026-11-15').ok).toBe(false)
  })

  it('[C5] [5.031] are displayed as year-month-day; other words are unchanged', () => {
    expect(displayCompactDate('20261115')).toBe('2026-11-15')
    expect(displayCompactDate('长期')).toBe('长期')
  })
})
