import { describe, expect, it } from 'vitest'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { filterSettledInFull, type Closing } from './read-accounts.ts'

const early = localDate('2026-03-01')
const late = localDate('2026-09-01')

const newClosing = (changes: Partial<Closing> = {}): Closing => ({
  loanNo: 'A',
  isSettled: true,
  isReversed: false,
  lastPaidOn: early,
  lastPaidBy: 'bill',
  movedInto: [],
  ...changes,
})
const numbersOf = (closings: Closing[]) => filterSettledInFull(closings).map(({ loanNo }) => loanNo)

describe('settledInFull', () => {
  it('returns the day and the kind of the last payment', () => {
    for (const way of ['bill', 'early', 'waiver'] as const) {
      expect(filterSettledInFull([newClosing({ lastPaidBy: way })])).toEqual([
        { loanNo: 'A', settledOn: early, way, movedInto: [] },
      ])
    }
  })

  it('leaves out loans that are open or reversed', () => {
    expect(numbersOf([newClosing({ isSettled: false })])).toEqual([])
    expect(numbersOf([newClosing({ isReversed: true })])).toEqual([])
    expect(numbersOf([newClosing({ lastPaidOn: undefined })])).toEqual([])
  })

  it('includes a consolidated loan only when the new loan is settled, with its date', () => {
    const joined = newClosing({ lastPaidBy: 'conversion', movedInto: ['B'] })
    const plan = newClosing({ loanNo: 'B', lastPaidOn: late })
    expect(numbersOf([joined, { ...plan, isSettled: false }])).toEqual([])
    expect(filterSettledInFull([joined, plan])).toEqual([
      { loanNo: 'A', settledOn: late, way: 'moved', movedInto: ['B'] },
      { loanNo: 'B', settledOn: late, way: 'bill', movedInto: [] },
    ])
  })

  it('follows a debt through several loans', () => {
    const first = newClosing({ movedInto: ['B'] })
    const second = newClosing({ loanNo: 'B', movedInto: ['C'] })
    const third = newClosing({ loanNo: 'C', lastPaidOn: late })
    expect(numbersOf([first, second, { ...third, isSettled: false }])).toEqual([])
    expect(filterSettledInFull([first, second, third]).map(({ settledOn }) => settledOn)).toEqual([
      late,
      late,
      late,
    ])
  })

  it('leaves out a loan with a bill conversion until the converted bill is settled', () => {
    const spread = newClosing({ lastPaidOn: late, movedInto: ['B'] })
    expect(numbersOf([spread, newClosing({ loanNo: 'B', isSettled: false })])).toEqual([])
    expect(numbersOf([spread, newClosing({ loanNo: 'B' })])).toEqual(['A', 'B'])
  })
})
