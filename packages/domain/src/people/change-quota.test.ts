import { expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { changeQuota, changesThisYear, recordChange } from '#people/change-quota.ts'
import { valueOf } from '#specimen.ts'

it('[P13] a name can be changed at most twice a year; the third change is refused with the day it becomes possible', () => {
  const once = valueOf(recordChange([], localDate('2026-02-01')))
  const twice = valueOf(recordChange(once, localDate('2026-06-01')))
  expect(twice).toEqual(['2026-02-01', '2026-06-01'])
  expect(recordChange(twice, localDate('2027-01-31'))).toEqual({
    ok: false,
    refusal: { kind: 'changes-used-up', opensOn: '2027-02-01' },
  })
  expect(recordChange(twice, localDate('2027-02-01'))).toEqual({
    ok: true,
    value: ['2026-06-01', '2027-02-01'],
  })
})

it('[P13] a change made a year ago no longer counts', () => {
  const days = [localDate('2026-06-01'), localDate('2026-02-01')]
  expect(changesThisYear(days, localDate('2027-01-31'))).toEqual(['2026-02-01', '2026-06-01'])
  expect(changesThisYear(days, localDate('2027-02-01'))).toEqual(['2026-06-01'])
})

it('[P13] a quota names the number of changes, and the day it opens again once it is used up', () => {
  const days = [localDate('2026-02-01'), localDate('2026-06-01')]
  expect(changeQuota(days.slice(1), localDate('2026-07-01'))).toEqual({ count: 1 })
  expect(changeQuota(days, localDate('2026-07-01'))).toEqual({ count: 2, opensOn: '2027-02-01' })
  expect(changeQuota(days, localDate('2027-02-01'))).toEqual({ count: 1 })
})
