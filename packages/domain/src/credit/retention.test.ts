import { expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { retainedUntil } from '#credit/retention.ts'

it('[E6] personal data is kept for five years after the last business', () => {
  expect(retainedUntil(localDate('2026-11-15'))).toBe('2031-11-15')
  expect(retainedUntil(localDate('2028-02-29'))).toBe('2033-02-28')
})
