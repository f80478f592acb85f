import { describe, expect, it } from 'vitest'
import { providers } from '#faults/fault-list.tsx'
import type { Books, Faults } from '#client.ts'
import { faultFor } from '#faults/fault-modes.ts'
import { stops, type Seen } from './stops.ts'

// All providers, without a fault.
const well = Object.fromEntries(providers.map(({ name }) => [name, faultFor('well')])) as Faults
const none: Books = { limit: null, loans: [], coupons: [], entries: [] }
const NOTHING_SEEN: Seen = {
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

/** The names of the completed stops. */
function doneBy(change: Partial<Seen>): string[] {
  return stops.filter((stop) => stop.isDone({ ...NOTHING_SEEN, ...change })).map(({ name }) => name)
}

describe('the stops of the tour', () => {
  it('are all open on a new product, and while no data is loaded', () => {
    expect(doneBy({})).toEqual([])
    expect(doneBy({ books: undefined, faults: undefined, businessDate: undefined })).toEqual([])
  })

  it('are completed by the observed data', () => {
    const limit = { granted: '9.00', used: '0.00', available: '9.00', state: 'open' } as const
    expect(doneBy({ isSignedIn: true })).toEqual(['signIn'])
    expect(doneBy({ books: { ...none, limit } })).toEqual(['limit'])
    expect(doneBy({ books: owing })).toEqual(['borrow'])
    expect(doneBy({ books: owing, businessDate: '2026-11-22' })).toEqual(['borrow', 'clock'])
    expect(doneBy({ record: 'books' })).toEqual(['books'])
    expect(doneBy({ openedInPhone: '/#/staffLoan/staffIndex' })).toEqual(['staff'])
    expect(doneBy({ faults: { ...well, bank: faultFor('cutAfter') } })).toEqual(['fault'])
  })

  it.each(['payment', 'early-full', 'early-part'])('count a %s as a repayment', (event) => {
    expect(doneBy({ books: { ...none, entries: [{ ...entry, event }] } })).toEqual(['repay'])
  })

  it('do not count the lender’s own entries as a repayment', () => {
    const entries = ['draw', 'accrual', 'bank-payout'].map((event) => ({ ...entry, event }))
    expect(doneBy({ books: { ...none, entries } })).toEqual([])
  })
})
