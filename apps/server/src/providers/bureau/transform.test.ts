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

it('a report of the bureau is read into what a decision looks at', () => {
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

it('a report that is not ready is none, whatever comes along', () => {
  expect(answerOf({ state: 'pending', report: recorded }, '/x')).toEqual({ state: 'pending' })
  expect(answerOf({ state: 'unknown' }, '/x')).toEqual({ state: 'unknown' })
})

it('a report that is ready and missing is the bureau’s fault', () => {
  expect(() => answerOf({ state: 'ready' }, '/x')).toThrow('/x: ready without a report')
})
