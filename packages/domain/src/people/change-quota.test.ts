import { expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { changesThisYear, noteChange } from '#people/change-quota.ts'
import { valueOf } from '#specimen.ts'

it('[P13] a name changes twice a year at most; the third is refused with the day it opens', () => {
  const once = valueOf(noteChange([], localDate('2026-02-01')))
  const twice = valueOf(noteChange(once, localDate('2026-06-01')))
  expect(twice).toEqual(['2026-02-01', '2026-06-01'])
  expect(noteChange(twice, localDate('2027-01-31'))).toEqual({
    ok: false,
    refusal: { kind: 'changes-used-up', opensOn: '2027-02-01' },
  })
  expect(noteChange(twice, localDate('2027-02-01'))).toEqual({
    ok: true,
    value: ['2026-06-01', '2027-02-01'],
  })
})

it('[P13] what was changed a year ago counts no more', () => {
  const days = [localDate('2026-06-01'), localDate('2026-02-01')]
  expect(changesThisYear(days, localDate('2027-01-31'))).toEqual(['2026-02-01', '2026-06-01'])
  expect(changesThisYear(days, localDate('2027-02-01'))).toEqual(['2026-06-01'])
})
