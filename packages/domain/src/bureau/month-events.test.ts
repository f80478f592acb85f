import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, daysBetween, localDate } from '#calendar/local-date.ts'
import { bookPastPayment, loanOn, pastOf, reversePayment, withAct } from '#acts/past.ts'
import { applyAct, type LoanAct } from '#acts/acts.ts'
import type { LoanPast } from '#acts/past.ts'
import type { LocalDate } from '#calendar/local-date.ts'
import { fen, ZERO } from '#money/money.ts'
import { product } from '#product.ts'
import { dueOn } from '#repayment/repay.ts'
import { specimenLoan, valueOf } from '#specimen.ts'
import { isNegative, lateClassOf, positionForBureau } from './bureau-event.ts'
import {
  fileMonthOf,
  monthEnd,
  monthEvents,
  currentFacts,
  type BureauEvent,
  type LoanToReport,
} from './month-events.ts'

const loan = specimenLoan()
const january = localDate('2026-01-31')
const february = localDate('2026-02-28')
const march = localDate('2026-03-31')
const due = localDate('2026-02-15')

/** The loan as a month reports it, and as it was on earlier days if its past has changed. */
function reportOf(past: LoanPast, month: LocalDate, isChanged = false): LoanToReport {
  const at = loanOn(past, month)
  return {
    amount: at.amount,
    start: at.start,
    closed: undefined,
    position: positionForBureau(at, month),
    positionThen: isChanged ? (day) => positionForBureau(loanOn(past, day), day) : undefined,
  }
}

function write(earlier: readonly BureauEvent[], loanNow: LoanToReport, month: LocalDate) {
  const made = monthEvents(loanNow, { month, earlier })
  return [
    ...earlier,
    ...made.map((one, index) => ({ ...one, eventNo: earlier.length + index + 1 })),
  ]
}

function payWith(past: LoanPast, act: LoanAct, no: string): LoanPast {
  return withAct(past, act, { ...valueOf(applyAct(past.loan, act)), no })
}

const kinds = (events: readonly BureauEvent[]) => events.map(({ kind }) => kind)

describe('the events of a loan', () => {
  it('[Q1] are one opening, then a balance and a status each month, and one closing', () => {
    const past = pastOf(loan)
    const first = write([], reportOf(past, january), january)
    expect(first.map(({ kind, asOf, fact }) => [kind, asOf, fact])).toEqual([
      ['opened', loan.start, { about: 'opened', amount: loan.amount }],
      ['balance', january, { about: 'balance', balance: loan.amount, overdue: ZERO }],
      ['status', january, { about: 'status', daysLate: 0, lateClass: 0 }],
    ])
    expect(write(first, reportOf(past, january), january)).toEqual(first)

    const closed = { on: addDays(january, 9), reason: 'settled' } as const
    const last = write(first, { ...reportOf(past, february), closed }, february)
    expect(kinds(last)).toEqual(['opened', 'balance', 'status', 'closed'])
    expect(last.at(-1)).toMatchObject({ asOf: closed.on, fact: { reason: 'settled' } })
    expect(write(last, { ...reportOf(past, march), closed }, march)).toEqual(last)
  })

  it('[Q1] are none before the loan began', () => {
    expect(write([], reportOf(pastOf(loan), january), localDate('2025-12-31'))).toEqual([])
  })

  it('[Q3] a payment that is taken back corrects the months that it had paid, by name', () => {
    const amount = dueOn(due, loan)
    const past = payWith(pastOf(loan), { do: 'pay', on: due, amount }, 'payment-1')
    const told = write(
      write([], reportOf(past, january), january),
      reportOf(past, february),
      february,
    )
    const taken = valueOf(
      reversePayment(past, { no: 'payment-1', today: addDays(february, 9), unsent: ZERO }),
    )
    const after = write(told, reportOf(taken.past, march, true), march)
    const corrected = after.filter(({ kind }) => kind === 'corrected')
    expect(
      corrected.map(({ named, asOf, fact }) => [told[(named ?? 0) - 1]?.kind, asOf, fact]),
    ).toEqual([
      ['balance', february, { about: 'balance', balance: loan.amount, overdue: expect.anything() }],
      ['status', february, { about: 'status', daysLate: 13, lateClass: 1 }],
    ])
    expect(write(after, reportOf(taken.past, march, true), march)).toEqual(after)
  })

  it('[Q3] a payment booked for a day that has passed takes a late status back', () => {
    const past = pastOf(loan)
    const told = write([], reportOf(past, february), february)
    expect(told.at(-1)?.fact).toEqual({ about: 'status', daysLate: 13, lateClass: 1 })
    const amount = dueOn(due, loan)
    const act = { do: 'pay', on: due, amount } as const
    const booked = valueOf(bookPastPayment(past, { act, no: 'late', today: addDays(february, 3) }))
    const after = write(told, reportOf(booked.past, march, true), march)
    const status = currentFacts(after).find(
      ({ event }) => event.kind === 'status' && event.asOf === february,
    )
    expect(status?.fact).toEqual({ about: 'status', daysLate: 0, lateClass: 0 })
  })

  it('[Q3] a closed loan that is open again is corrected and reported on', () => {
    const closed = { on: january, reason: 'settled' } as const
    const told = write([], { ...reportOf(pastOf(loan), january), closed }, january)
    const after = write(told, reportOf(pastOf(loan), february, true), february)
    expect(kinds(after)).toEqual(['opened', 'closed', 'corrected', 'balance', 'status'])
    expect(after[2]).toMatchObject({ named: 2, fact: { about: 'closed', reason: undefined } })
  })

  it('[Q3] what an upheld dispute has corrected is not corrected again', () => {
    const told = write([], reportOf(pastOf(loan), february), february)
    const upheld: BureauEvent = {
      eventNo: 4,
      kind: 'corrected',
      asOf: february,
      named: 3,
      disputeNo: 'dispute-1',
      fact: { about: 'status', daysLate: 0, lateClass: 0 },
    }
    const after = write([...told, upheld], reportOf(pastOf(loan), march, true), march)
    expect(kinds(after.slice(4))).toEqual(['balance', 'status'])
  })

  it('[Q3] tell what is true after any order of payments, reversals and months', () => {
    const steps = fc.array(fc.record({ day: fc.nat(120), isReversed: fc.boolean() }), {
      maxLength: 4,
    })
    fc.assert(
      fc.property(steps, (payments) => {
        let past = pastOf(loan)
        let events: readonly BureauEvent[] = []
        let month = january
        const byDay = payments.toSorted((one, other) => one.day - other.day)
        for (const [index, { day, isReversed }] of byDay.entries()) {
          const on = addDays(loan.start, day)
          for (; month < on; month = monthEnd(addDays(month, 1))) {
            events = write(events, reportOf(past, month, true), month)
          }
          past = payWith(past, { do: 'pay', on, amount: fen(900_00n) }, `payment-${index}`)
          if (!isReversed) continue
          const taken = reversePayment(past, { no: `payment-${index}`, today: on, unsent: ZERO })
          if (taken.ok) past = taken.value.past
        }
        events = write(events, reportOf(past, month, true), month)
        for (const { event, fact } of currentFacts(events)) {
          const position = positionForBureau(loanOn(past, event.asOf), event.asOf)
          if (fact.about === 'balance') expect(fact.balance).toBe(position.balance)
          if (fact.about === 'status') expect(fact.daysLate).toBe(position.daysLate)
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('the status', () => {
  it('[Q2] has one class for each 30 days, and 7 above 180 days', () => {
    const classes = [0, 1, 30, 31, 60, 61, 90, 91, 180, 181, 900].map(lateClassOf)
    expect(classes).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 6, 7, 7])
  })

  it('[Q2] is not late within the days of grace', () => {
    const { graceDays } = loan.conventions.late
    expect(positionForBureau(loan, addDays(due, graceDays))).toMatchObject({
      overdue: ZERO,
      daysLate: 0,
    })
    const late = positionForBureau(loan, addDays(due, graceDays + 1))
    expect(late.daysLate).toBe(graceDays + 1)
    expect(late.overdue).toBeGreaterThan(0n)
  })

  it('[Q2] counts the days of the oldest open instalment', () => {
    const day = addMonths(due, 2)
    expect(positionForBureau(loan, day).daysLate).toBe(daysBetween({ from: due, to: day }))
  })
})

describe('a negative event', () => {
  const { noticeDays } = product.bureau
  const [, , status] = monthEvents(reportOf(pastOf(loan), february), {
    month: february,
    earlier: [],
  })
  if (!status) throw new Error('expected a status')

  it('[law bureau-notice] [Q4] a first record of a late loan waits until the borrower has been told for the days of notice', () => {
    expect(isNegative(status.fact)).toBe(true)
    const fileMonth = (noticedOn: LocalDate) =>
      fileMonthOf(status, { month: february, noticedOn, noticeDays })
    expect(fileMonth(addDays(february, -noticeDays))).toBe(february)
    expect(fileMonth(addDays(february, 1 - noticeDays))).toBe(march)
    expect(fileMonth(addDays(due, 1))).toBe(february)
  })

  it('[Q4] is a late status or an overdue balance, and nothing else', () => {
    expect(isNegative({ about: 'status', daysLate: 0, lateClass: 0 })).toBe(false)
    expect(isNegative({ about: 'balance', balance: fen(1n), overdue: ZERO })).toBe(false)
    expect(isNegative({ about: 'balance', balance: fen(1n), overdue: fen(1n) })).toBe(true)
    expect(isNegative({ about: 'opened', amount: fen(1n) })).toBe(false)
    const opened = {
      kind: 'opened',
      asOf: january,
      fact: { about: 'opened', amount: fen(1n) },
    } as const
    expect(fileMonthOf(opened, { month: january, noticedOn: undefined, noticeDays })).toBe(january)
  })
})
