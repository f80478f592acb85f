import { expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { fen, ZERO } from '#money/money.ts'
import { findPeriodObstacle, type PeriodFacts } from './period.ts'

const facts: PeriodFacts = {
  until: localDate('2026-10-31'),
  lastClosed: localDate('2026-09-30'),
  lastFinished: localDate('2026-11-01'),
  missingDay: undefined,
  differences: 0,
  balance: ZERO,
}

it.each([
  ['none', {}, undefined],
  ['no period before it', { lastClosed: undefined }, undefined],
  ['the day closed', { lastClosed: localDate('2026-10-31') }, 'already-closed'],
  ['a later day closed', { lastClosed: localDate('2026-11-30') }, 'already-closed'],
  ['the next day not booked', { lastFinished: localDate('2026-10-31') }, 'day-not-booked'],
  ['a day missing', { missingDay: localDate('2026-10-12') }, 'day-missing'],
  ['a difference open', { differences: 1 }, 'difference-open'],
  ['a balance that is not zero', { balance: fen(-1n) }, 'balance-not-zero'],
  ['a difference and a balance', { balance: fen(1n), differences: 2 }, 'difference-open'],
] as const)(
  '[X12] the books of a period are closed unless something is open: %s',
  (_, changes, obstacle) => {
    expect(findPeriodObstacle({ ...facts, ...changes })).toBe(obstacle)
  },
)
