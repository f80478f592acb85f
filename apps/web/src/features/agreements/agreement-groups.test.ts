import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { describe, expect, it } from 'vitest'
import { groupsOf } from './queries.ts'

const signedAgreement = (agreementNo: string, signedAt: string, loanNo?: string) => ({
  agreementNo,
  title: '借款合同',
  version: '2026.11',
  signedAt: Date.parse(signedAt),
  ...(loanNo !== undefined && {
    loan: { loanNo, amount: fen(12_000_00n), drawnOn: localDate('2026-11-15') },
  }),
})

const summaryOf = (groups: ReturnType<typeof groupsOf>) =>
  groups.map(({ title, agreements }) => [title, agreements.map((one) => one.agreementNo)])

describe('signed agreements', () => {
  it('are grouped by the month of signing in the lender’s time zone', () => {
    const groups = groupsOf(
      [signedAgreement('b', '2026-11-30T16:00:00Z'), signedAgreement('a', '2026-11-30T15:59:59Z')],
      'date',
    )
    expect(summaryOf(groups)).toEqual([
      ['2026年12月', ['b']],
      ['2026年11月', ['a']],
    ])
  })

  it('are grouped by loan, with equal loans separate and all others together', () => {
    const groups = groupsOf(
      [
        signedAgreement('c', '2026-11-15T00:00:00Z', 'L-2'),
        signedAgreement('b', '2026-11-15T00:00:00Z', 'L-1'),
        signedAgreement('a', '2026-11-14T00:00:00Z'),
        signedAgreement('d', '2026-11-13T00:00:00Z', 'L-2'),
      ],
      'loan',
    )
    expect(summaryOf(groups)).toEqual([
      ['11月15日借款 12,000.00 元（尾号 L-2）', ['c', 'd']],
      ['11月15日借款 12,000.00 元（尾号 L-1）', ['b']],
      ['授信与其他', ['a']],
    ])
  })
})
