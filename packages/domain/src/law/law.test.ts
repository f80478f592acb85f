import { expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { conventions, product, type LenderKind } from '#product.ts'
import { law, lawInForce } from './law.ts'
import type { LawEntry } from './law-entry.ts'

const entries = Object.entries<LawEntry>(law)

function idsInForce(kind: LenderKind, day: string): string[] {
  return lawInForce(kind, { on: localDate(day) }).map(([id]) => id)
}

it('an entry is in force from its first to its last day, for its kinds of lender only', () => {
  expect(idsInForce('small-loan', '2027-12-30')).not.toContain('cost-cap-prime-rate')
  expect(idsInForce('small-loan', '2027-12-31')).toContain('cost-cap-prime-rate')
  expect(idsInForce('bank', '2027-12-31')).not.toContain('cost-cap-prime-rate')
  expect(idsInForce('bank', '2013-03-14')).toEqual(['late-interest'])
})

it('an entry ends after it begins', () => {
  expect(entries.filter(([, { from, until }]) => until !== undefined && until < from)).toEqual([])
})

it('[law late-interest] the late rate of the product is at most what the law allows', () => {
  for (const [id, { lateRatePercentMax }] of entries) {
    expect(conventions.late.ratePercent, id).toBeLessThanOrEqual(
      lateRatePercentMax ?? conventions.late.ratePercent,
    )
  }
})

it('[E6] the retention of the product is never shorter than the law', () => {
  for (const [id, { retentionYearsMin = 0 }] of entries) {
    expect(product.retention.years, id).toBeGreaterThanOrEqual(retentionYearsMin)
  }
})

it('[law collection-hours] the hours of messages about overdue debt are within those of the law', () => {
  for (const [id, { collectionHours = product.collectionHours }] of entries) {
    const { from, until } = product.collectionHours
    expect(from, id).toBeGreaterThanOrEqual(collectionHours.from)
    expect(until, id).toBeLessThanOrEqual(collectionHours.until)
  }
})

it('[law mall-return] goods can be returned for as long as the law requires', () => {
  for (const [id, { returnDaysMin = 0 }] of entries) {
    expect(product.mall.returnDays, id).toBeGreaterThanOrEqual(returnDaysMin)
  }
})
