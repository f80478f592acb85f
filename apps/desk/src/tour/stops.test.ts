import { describe, expect, it } from 'vitest'
import { testPeople } from '@qingzhou/provider-api/test-people'
import { providers } from '#faults/fault-list.tsx'
import type { Books, Faults } from '#client.ts'
import { faultFor } from '#faults/fault-modes.ts'
import { stops, type TourState } from './stops.ts'

// All providers, without a fault.
const well = Object.fromEntries(providers.map(({ name }) => [name, faultFor('well')])) as Faults
const none: Books = { limit: null, loans: [], coupons: [], entries: [] }
const NOTHING_SEEN: TourState = {
  books: none,
  faults: well,
  isSignedIn: false,
  businessDate: '2026-11-15',
  record: 'inbox',
  openedInPhone: '/',
  isStaffSignedIn: false,
  hasFoundInConsole: false,
  loansBeforeFault: undefined,
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
function stopsDone(change: Partial<TourState>): string[] {
  return stops.filter((stop) => stop.isDone({ ...NOTHING_SEEN, ...change })).map(({ name }) => name)
}

describe('the stops of the tour', () => {
  it('are all open on a new product, and while no data is loaded', () => {
    expect(stopsDone({})).toEqual([])
    expect(stopsDone({ books: undefined, faults: undefined, businessDate: undefined })).toEqual([])
  })

  it('are completed by the observed data', () => {
    const limit = { granted: '9.00', used: '0.00', available: '9.00', state: 'open' } as const
    expect(stopsDone({ isSignedIn: true })).toEqual(['signIn'])
    expect(stopsDone({ books: { ...none, limit } })).toEqual(['limit'])
    expect(stopsDone({ books: owing })).toEqual(['borrow'])
    expect(stopsDone({ books: owing, businessDate: '2026-11-22' })).toEqual(['borrow', 'clock'])
    expect(stopsDone({ record: 'books' })).toEqual(['books'])
    expect(stopsDone({ isStaffSignedIn: true })).toEqual(['staff'])
    expect(stopsDone({ hasFoundInConsole: true })).toEqual(['console'])
  })

  it('are not completed by opening a page or switching a fault on, before anything is tried', () => {
    expect(stopsDone({ openedInPhone: '/#/staffLoan/staffIndex' })).toEqual([])
    const isBroken = { ...well, bank: faultFor('cutAfter') }
    expect(stopsDone({ faults: isBroken })).toEqual([])
    const twice: Books = { ...owing, loans: [loan, { ...loan, loanNo: 'L2' }] }
    const tried = { books: twice, loansBeforeFault: 1 }
    expect(stopsDone({ ...tried, faults: isBroken })).toEqual(['borrow'])
    expect(stopsDone({ ...tried, faults: well })).toEqual(['borrow', 'fault'])
    expect(stopsDone({ books: twice, loansBeforeFault: 2 })).toEqual(['borrow'])
  })

  it('lead back from the staff area to the borrower’s phone', () => {
    const staff = stops.find(({ name }) => name === 'staff')
    const [person] = testPeople.map((one) => ({ ...one, isCustomer: true }))
    const there = { ...NOTHING_SEEN, openedInPhone: '/#/staffLoan/staffIndex' }
    if (!person) throw new Error('no test person')
    expect(staff?.action(person, NOTHING_SEEN)).toBe('在手机里打开员工端')
    expect(staff?.action(person, there)).toBe('返回客户的手机')
  })

  it.each(['payment', 'early-full', 'early-part'])('count a %s as a repayment', (event) => {
    expect(stopsDone({ books: { ...none, entries: [{ ...entry, event }] } })).toEqual(['repay'])
  })

  it('do not count the lender’s own entries as a repayment', () => {
    const entries = ['draw', 'accrual', 'bank-disbursement'].map((event) => ({ ...entry, event }))
    expect(stopsDone({ books: { ...none, entries } })).toEqual([])
  })
})
