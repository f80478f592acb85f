import { expect, it } from 'vitest'
import { addDays, localDate } from '#calendar/local-date.ts'
import { lprRows } from '#product.ts'
import { lprOn } from './cost-cap.ts'

it('[Y6] the prime rate of a day is the last one published by then', () => {
  expect(lprOn(localDate('2025-05-19')).annualRatePpm).toBe(31_000n)
  expect(lprOn(localDate('2025-05-20')).annualRatePpm).toBe(30_000n)
  expect(lprOn(localDate('2022-08-21')).annualRatePpm).toBe(37_000n)
  expect(lprOn(localDate('2022-08-22')).annualRatePpm).toBe(36_500n)
})

it('[Y6] every row applies from its own day until the next', () => {
  for (const [index, row] of lprRows.entries()) {
    expect(lprOn(row.from)).toBe(row)
    const before = lprRows[index - 1]
    if (before) expect(lprOn(addDays(row.from, -1))).toBe(before)
  }
})
