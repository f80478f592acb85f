import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { expect, it } from 'vitest'

import { lineOf } from './line.ts'

it('lineOf prints a difference on one line with both amounts', () => {
  const line = lineOf({
    day: localDate('2026-11-15'),
    provider: 'bank',
    kind: 'debit',
    orderNo: 'a-1',
    finding: 'other-amount',
    ours: fen(123_45n),
    theirs: undefined,
    foundAt: new Date(0),
  })
  expect(line).toBe('2026-11-15 bank debit a-1: the amounts differ (ours 123.45, theirs -)')
})
