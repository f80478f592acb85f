import { describe, expect, it } from 'vitest'
import { providers } from '#faults/providers.ts'
import type { Books, Faults } from '#client.ts'
import { faultFor } from '#faults/fault-modes.ts'
import { stops } from './stops.ts'
import type { Seen } from './stops.ts'

// Every provider is named once, so that all of them are well.
const well = Object.fromEntries(providers.map(({ name }) => [name, faultFor('well')])) as Faults
const none: Books = { limit: null, loans: [], coupons: [], entries: [] }
const ZERO: Seen = {
  books: none,
  faults: well,
  isSignedIn: false,
  businessDate: '2026-11-15',
  record: 'inbox',
  openedInPhone: '/',
}
const loan = {
  loanNo: 'L1',
  startOn: '2026-11-15',
  amount: '6000.00',
  months: 12,
  owed: '6000.00',
  isSettled: false,
}
const entry = {
  entryNo: '1',
  on: '2026-11-22',
  loanNo: 'L1',
  debit: 'clearing',
  credit: 'principal',
  amount: '480.00',
}
const owing: Books = { ...none, loans: [loan] }

/** The names of the stops that are done by what is seen. */
function doneBy(change: Partial<Seen>): string[] {
  return stops.filter((stop) => stop.isDone({ ...ZERO, ...change })).map(({ name }) => name)
}

describe('the stops of the tour', () => {
  it('are all to be done on a fresh product, and while nothing is known', () => {
    expect(doneBy({})).toEqual([])
    expect(doneBy({ books: undefined, faults: undefined, businessDate: undefined })).toEqual([])
  })

  it('know by themselves when they are done', () => {
    const limit = { granted: '9.00', used: '0.00', available: '9.00', state: 'open' } as const
    expect(doneBy({ isSignedIn: true })).toEqual(['signIn'])
    expect(doneBy({ books: { ...none, limit } })).toEqual(['limit'])
    expect(doneBy({ books: owing })).toEqual(['borrow'])
    expect(doneBy({ books: owing, businessDate: '2026-11-22' })).toEqual(['borrow', 'clock'])
    expect(doneBy({ record: 'books' })).toEqual(['books'])
    expect(doneBy({ openedInPhone: '/#/staffLoan/staffIndex' })).toEqual(['staff'])
    expect(doneBy({ faults: { ...well, bank: faultFor('cutAfter') } })).toEqual(['fault'])
  })

  it.each(['payment', 'early-full', 'early-part'])('take a %s for money paid back', (event) => {
    expect(doneBy({ books: { ...none, entries: [{ ...entry, event }] } })).toEqual(['repay'])
  })

  it('do not take what the lender books by itself for money paid back', () => {
    const entries = ['draw', 'accrual', 'bank-payout'].map((event) => ({ ...entry, event }))
    expect(doneBy({ books: { ...none, entries } })).toEqual([])
  })
})
