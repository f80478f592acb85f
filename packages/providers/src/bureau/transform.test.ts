import { expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { answerOf } from './http.ts'

const recorded = {
  score: 742,
  openLoans: 1,
  owedFen: '1200000',
  overdueNow: false,
  daysOverdueMaxInTwoYears: 12,
  enquiriesInThreeMonths: 3,
  isOnFraudList: false,
  isEnforced: true,
}

it('converts a bureau report into the fields of a decision', () => {
  expect(answerOf({ state: 'ready', report: recorded }, '/x')).toEqual({
    state: 'ready',
    report: {
      score: 742,
      owed: fen(12_000_00n),
      isOverdueNow: false,
      daysOverdueMaxInTwoYears: 12,
      enquiriesInThreeMonths: 3,
      isOnFraudList: false,
      isEnforced: true,
    },
  })
})

it('ignores a report that is not ready', () => {
  expect(answerOf({ state: 'pending', report: recorded }, '/x')).toEqual({ state: 'pending' })
  expect(answerOf({ state: 'unknown' }, '/x')).toEqual({ state: 'unknown' })
})

it('throws a provider fault for a ready report that is missing', () => {
  expect(() => answerOf({ state: 'ready' }, '/x')).toThrow('/x: ready without a report')
})
