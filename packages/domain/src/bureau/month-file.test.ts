import { expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { fen } from '#money/money.ts'
import { eventLine, headLine, trailerLine, type FileRow } from './month-file.ts'

const month = localDate('2026-10-31')
const head = {
  company: '轻舟消费金融有限公司',
  licenceNo: 'X1',
  month,
  events: 2,
  balance: fen(1_234_50n),
  overdue: fen(0n),
}
const row: FileRow = {
  loanNo: 'L1',
  eventNo: 3,
  kind: 'status',
  about: 'status',
  asOf: month,
  recordedOn: localDate('2026-11-01'),
  isDisputed: false,
  fact: { about: 'status', daysLate: 31, lateClass: 2 },
  holder: { name: '沈青禾', idNumber: '110101199003070011' },
}

it('[Q6] the file has a head with count and sums, a line for each event, and a trailer with the digest', () => {
  expect(headLine(head)).toBe('H|1|轻舟消费金融有限公司|X1|2026-10|2|1234.50|0.00\n')
  expect(eventLine(row)).toBe(
    'E|L1|3|status|status||2026-10-31|2026-11-01|0|沈青禾|10|110101199003070011||||31|2|\n',
  )
  expect(trailerLine({ events: 2, digest: 'ab' })).toBe('T|2|ab\n')
})

it('[Q6] a correction names its event, a loan that is open again says so, and a dispute has its mark', () => {
  const reopened = { about: 'closed', reason: undefined } as const
  const corrected = {
    ...row,
    kind: 'corrected',
    about: 'closed',
    named: 2,
    fact: reopened,
  } as const
  expect(eventLine(corrected)).toBe(
    'E|L1|3|corrected|closed|2|2026-10-31|2026-11-01|0|沈青禾|10|110101199003070011||||||open\n',
  )
  const disputed = {
    ...row,
    kind: 'disputed',
    named: 2,
    isDisputed: true,
    fact: undefined,
  } as const
  expect(eventLine(disputed)).toBe(
    'E|L1|3|disputed|status|2|2026-10-31|2026-11-01|1|沈青禾|10|110101199003070011||||||\n',
  )
})

it('[Q6] a field that would break a line is refused', () => {
  expect(() => headLine({ ...head, company: 'a|b' })).toThrow(/bar/)
  expect(() => eventLine({ ...row, holder: { ...row.holder, name: 'a\nb' } })).toThrow(/line break/)
})
