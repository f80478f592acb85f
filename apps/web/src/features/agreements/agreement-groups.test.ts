import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { describe, expect, it } from 'vitest'
import { groupsOf } from './queries.ts'

const signed = (agreementNo: string, signedAt: string, loanNo?: string) => ({
  agreementNo,
  title: '借款合同',
  version: '2026.11',
  signedAt: Date.parse(signedAt),
  ...(loanNo !== undefined && {
    loan: { loanNo, amount: fen(12_000_00n), drawnOn: localDate('2026-11-15') },
  }),
})

const told = (groups: ReturnType<typeof groupsOf>) =>
  groups.map(({ title, agreements }) => [title, agreements.map((one) => one.agreementNo)])

describe('signed agreements', () => {
  it('are grouped by the month of signing in the lender’s time zone', () => {
    const groups = groupsOf(
      [signed('b', '2026-11-30T16:00:00Z'), signed('a', '2026-11-30T15:59:59Z')],
      'date',
    )
    expect(told(groups)).toEqual([
      ['2026年12月', ['b']],
      ['2026年11月', ['a']],
    ])
  })

  it('are grouped by loan, with equal loans separate and all others together', () => {
    const groups = groupsOf(
      [
        signed('c', '2026-11-15T00:00:00Z', 'L-2'),
        signed('b', '2026-11-15T00:00:00Z', 'L-1'),
        signed('a', '2026-11-14T00:00:00Z'),
        signed('d', '2026-11-13T00:00:00Z', 'L-2'),
      ],
      'loan',
    )
    expect(told(groups)).toEqual([
      ['11月15日借款 12,000.00 元（尾号 L-2）', ['c', 'd']],
      ['11月15日借款 12,000.00 元（尾号 L-1）', ['b']],
      ['授信与其他', ['a']],
    ])
  })
})
