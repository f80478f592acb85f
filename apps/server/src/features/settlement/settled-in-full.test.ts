import { describe, expect, it } from 'vitest'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { settledInFull, type Closing } from './read-accounts.ts'

const early = localDate('2026-03-01')
const late = localDate('2026-09-01')

const closing = (changes: Partial<Closing> = {}): Closing => ({
  loanNo: 'A',
  isSettled: true,
  isReversed: false,
  lastPaidOn: early,
  lastPaidBy: 'bill',
  movedInto: [],
  ...changes,
})
const numbersOf = (closings: Closing[]) => settledInFull(closings).map(({ loanNo }) => loanNo)

describe('a loan', () => {
  it('is settled on the day of its last payment, in the way that was', () => {
    for (const way of ['bill', 'early', 'waiver'] as const) {
      expect(settledInFull([closing({ lastPaidBy: way })])).toEqual([
        { loanNo: 'A', settledOn: early, way, movedInto: [] },
      ])
    }
  })

  it('is not settled while something is owed of it, or when it was given back', () => {
    expect(numbersOf([closing({ isSettled: false })])).toEqual([])
    expect(numbersOf([closing({ isReversed: true })])).toEqual([])
    expect(numbersOf([closing({ lastPaidOn: undefined })])).toEqual([])
  })

  it('is settled only with the loan that took over what it owed, on that one’s day', () => {
    const joined = closing({ lastPaidBy: 'conversion', movedInto: ['B'] })
    const plan = closing({ loanNo: 'B', lastPaidOn: late })
    expect(numbersOf([joined, { ...plan, isSettled: false }])).toEqual([])
    expect(settledInFull([joined, plan])).toEqual([
      { loanNo: 'A', settledOn: late, way: 'moved', movedInto: ['B'] },
      { loanNo: 'B', settledOn: late, way: 'bill', movedInto: [] },
    ])
  })

  it('is followed through every loan that it went on into', () => {
    const first = closing({ movedInto: ['B'] })
    const second = closing({ loanNo: 'B', movedInto: ['C'] })
    const third = closing({ loanNo: 'C', lastPaidOn: late })
    expect(numbersOf([first, second, { ...third, isSettled: false }])).toEqual([])
    expect(settledInFull([first, second, third]).map(({ settledOn }) => settledOn)).toEqual([
      late,
      late,
      late,
    ])
  })

  it('of which a bill was spread is not settled before that is, though the rest is paid', () => {
    const spread = closing({ lastPaidOn: late, movedInto: ['B'] })
    expect(numbersOf([spread, closing({ loanNo: 'B', isSettled: false })])).toEqual([])
    expect(numbersOf([spread, closing({ loanNo: 'B' })])).toEqual(['A', 'B'])
  })
})
