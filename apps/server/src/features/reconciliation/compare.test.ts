import { describe, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { compare } from './reconcile-day.ts'

const transfer = (orderNo: string, amount: bigint) =>
  ({ orderNo, kind: 'debit', amount: fen(amount) }) as const
const none = new Map<string, never>()

describe('compare(day file, ledger)', () => {
  it('finds no difference between equal transfers in any order', () => {
    const both = [transfer('a', 1n), transfer('b', 2n)]
    expect(compare({ theirs: both, booked: both.toReversed(), ordered: none })).toEqual([])
  })

  it('finds transfers that one side lacks, and different amounts', () => {
    const theirs = [transfer('a', 1n), transfer('b', 2n)]
    const booked = [transfer('b', 3n), transfer('c', 4n)]
    expect(compare({ theirs, booked, ordered: none })).toEqual([
      { orderNo: 'a', kind: 'debit', finding: 'missing-with-us', ours: undefined, theirs: 1n },
      { orderNo: 'b', kind: 'debit', finding: 'other-amount', ours: 3n, theirs: 2n },
      { orderNo: 'c', kind: 'debit', finding: 'missing-with-them', ours: 4n, theirs: undefined },
    ])
  })

  it('finds an order that was paid twice', () => {
    const theirs = [transfer('a', 5n), transfer('b', 2n), transfer('a', 5n)]
    const booked = [transfer('a', 5n), transfer('b', 2n)]
    expect(compare({ theirs, booked, ordered: none })).toEqual([
      { orderNo: 'a', kind: 'debit', finding: 'other-amount', ours: 5n, theirs: 10n },
    ])
  })

  it('finds money moved by an order that was not booked', () => {
    const ordered = new Map([
      ['a', fen(1n)],
      ['b', fen(9n)],
    ])
    const theirs = [transfer('a', 1n), transfer('b', 2n)]
    expect(compare({ theirs, booked: [], ordered })).toMatchObject([
      { orderNo: 'a', finding: 'missing-with-us', ours: 1n, theirs: 1n },
      { orderNo: 'b', finding: 'other-amount', ours: 9n, theirs: 2n },
    ])
  })
})
