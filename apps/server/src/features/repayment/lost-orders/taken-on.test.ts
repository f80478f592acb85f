import { expect, it } from 'vitest'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { dayOfOrder } from './taken-on.ts'

it.each([
  ['22:59', '2026-11-16'],
  ['23:00', '2026-11-15'],
  ['23:59', '2026-11-15'],
])('an order of %s that is in the file of the next day counts for %s', (time, day) => {
  const orderedAt = new Date(`2026-11-15T${time}:00+08:00`)
  expect(dayOfOrder(localDate('2026-11-16'), { orderedAt })).toBe(day)
  // Carried out on its own day, or much later.
  expect(dayOfOrder(localDate('2026-11-15'), { orderedAt })).toBe('2026-11-15')
  expect(dayOfOrder(localDate('2026-11-17'), { orderedAt })).toBe('2026-11-17')
})
