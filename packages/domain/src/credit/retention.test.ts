import { expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { retentionEnd } from '#credit/retention.ts'

it('[E6] personal data is kept for ten years after the last business', () => {
  expect(retentionEnd(localDate('2026-11-15'))).toBe('2036-11-15')
  expect(retentionEnd(localDate('2028-02-29'))).toBe('2038-02-28')
})
