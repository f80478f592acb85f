import { describe, expect, it } from 'vitest'
import { addDays, localDate } from '#calendar/local-date.ts'
import { applyAct } from '#acts/acts.ts'
import { bookPastPayment, pastOf, reversePayment, withAct } from '#acts/past.ts'
import { withCoupon } from '#coupons/coupon.ts'
import { isSettled } from '#loans/loan.ts'
import { fen } from '#money/money.ts'
import { refused } from '#refusal.ts'
import { billsOf } from '#repayment/bill.ts'
import { dueOn, receivePayment } from '#repayment/repay.ts'
import { specimenLoan, valueOf } from '#specimen.ts'
import { waiveAmount, type Waivable } from '#waiver/waive-amount.ts'
import { offerWaiver, payWithWaiver, waiverTermsOn } from '#waiver/waiver.ts'

// A single bill of 1000.00 and 10.00 interest, 0.50 of penalty a day.
const loan = specimenLoan({ amount: fen(1000_00n), months: 1 })
const dueDate = localDate('2026-02-15')
const today = addDays(dueDate, 40)
const offer = {
  penaltySharePpm: 1_000_000n,
  interestSharePpm: 500_000n,
  lastDay: addDays(today, 7),
}

describe('a waiver', () => {
  it('[W1] is offered for debts over 30 days overdue, and for shares from 0 to 100 %', () => {
    const kind = (changes: Partial<typeof offer & { today: typeof today }>) => {
      const outcome = offerWaiver(loan, { ...offer, today, ...changes })
      return outcome.ok ? 'granted' : outcome.refusal.kind
    }
    expect(kind({})).toBe('granted')
    expect(kind({ today: addDays(dueDate, 30) })).toBe('not-late-enough')
    expect(kind({ today: addDays(dueDate, 31) })).toBe('granted')
    expect(kind({ penaltySharePpm: 1_000_001n })).toBe('waiver-share-out-of-range')
    expect(kind({ interestSharePpm: -1n })).toBe('waiver-share-out-of-range')
    expect(kind({ lastDay: addDays(today, -1) })).toBe('offer-lapsed')
  })

  it('[W2] waives penalty and interest, never principal', () => {
    expect(dueOn(today, loan)).toBe(1030_00n)
    expect(waiverTermsOn(today, { loan, offer })).toEqual({
      due: { fee: 0n, penalty: 20_00n, interest: 10_00n, principal: 1000_00n },
      given: { fee: 0n, penalty: 20_00n, interest: 5_00n, principal: 0n },
      toPay: 1005_00n,
      waived: 25_00n,
    })
    const settled = valueOf(payWithWaiver(loan, { amount: fen(1005_00n), today, offer }))
    expect(settled.allocations).toEqual([
      { n: 1, parts: { fee: 0n, penalty: 0n, interest: 5_00n, principal: 1000_00n } },
    ])
    expect(dueOn(today, settled.loan)).toBe(0n)
    expect(settled.loan.instalments[0]?.waived).toMatchObject({ penalty: 20_00n, interest: 5_00n })
  })

  it('[W2] applies to overdue amounts, not to those falling due on the day', () => {
    const longer = specimenLoan()
    const onDueDate = localDate('2026-04-15')
    const onLastDay = { ...offer, lastDay: onDueDate }
    const { toPay } = waiverTermsOn(onDueDate, { loan: longer, offer: onLastDay })
    expect(toPay).toBe(2000_00n + 60_00n + 55_00n)
    const payment = { amount: toPay, today: onDueDate, offer: onLastDay }
    expect(dueOn(onDueDate, valueOf(payWithWaiver(longer, payment)).loan)).toBe(1100_00n)
  })

  it('[W3] is all or nothing, lapses by itself, and never loses an overpayment', () => {
    const pay = (amount: bigint, day = today) =>
      payWithWaiver(loan, { amount: fen(amount), today: day, offer })
    expect(pay(1004_99n)).toMatchObject({
      refusal: { kind: 'waiver-needs-whole-payment', toPay: 1005_00n },
    })
    expect(pay(1005_00n, addDays(today, 8))).toMatchObject({
      refusal: { kind: 'offer-lapsed', since: offer.lastDay },
    })
    expect(pay(1105_00n)).toMatchObject({ value: { overpaid: 100_00n } })
    const paid = valueOf(pay(1005_00n)).loan
    expect(payWithWaiver(paid, { amount: fen(1n), today, offer })).toMatchObject({
      refusal: { kind: 'nothing-due' },
    })
  })

  it('[W4] counts a payment for the day of its order, whenever the money arrives', () => {
    const half = { ...offer, penaltySharePpm: 500_000n }
    const ordered = half.lastDay
    const { toPay } = waiverTermsOn(ordered, { loan, offer: half })
    for (const daysLater of [1, 30, 60]) {
      const payment = { amount: toPay, today: addDays(ordered, daysLater), offer: half }
      const { loan: paid, overpaid } = valueOf(
        payWithWaiver(loan, { ...payment, orderedOn: ordered }),
      )
      expect([dueOn(payment.today, paid), overpaid]).toEqual([0n, 0n])
      expect(paid.instalments[0]?.waived.principal).toBe(0n)
      expect(payWithWaiver(loan, payment)).toMatchObject({ refusal: { kind: 'offer-lapsed' } })
    }
  })

  it('[W4] waives no more than penalty for a late arrival, and nothing for an order placed too late', () => {
    const payment = { today: addDays(today, 1), orderedOn: today, offer }
    expect(payWithWaiver(loan, { ...payment, amount: fen(1004_99n) })).toMatchObject({
      refusal: { kind: 'waiver-needs-whole-payment' },
    })
    const late = { today: addDays(today, 30), orderedOn: addDays(today, 8), offer }
    expect(payWithWaiver(loan, { ...late, amount: fen(2000_00n) })).toMatchObject({
      refusal: { kind: 'offer-lapsed' },
    })
  })
})

const waive = (part: Waivable, waived: bigint, of = loan) =>
  waiveAmount(of, { part, waived: fen(waived), today })

describe('a waived amount', () => {
  it('[W5] is taken off one charge of the oldest bills, and later days are charged as before', () => {
    const longer = specimenLoan()
    const late = localDate('2026-04-15')
    const before = billsOf(longer, late)
    const { loan: after, overpaid } = valueOf(
      waiveAmount(longer, { part: 'penalty', waived: fen(31_00n), today: late }),
    )
    expect(overpaid).toBe(0n)
    expect(before.map(({ open }) => open.penalty)).toEqual([29_50n, 15_50n, 0n, ...zeros(9)])
    expect(billsOf(after, late).map(({ waived }) => waived.penalty)).toEqual([
      29_50n,
      1_50n,
      0n,
      ...zeros(9),
    ])
    const later = addDays(late, 10)
    expect(dueOn(later, after)).toBe(dueOn(later, longer) - 31_00n)
  })

  it('[W5] is at most what is open of a charge that is due, and never principal', () => {
    expect(waive('penalty', 20_01n)).toEqual(refused({ kind: 'more-than-owed', owed: fen(20_00n) }))
    expect(waive('fee', 1n)).toEqual(refused({ kind: 'nothing-due' }))
    expect(waive('penalty', 0n)).toEqual(refused({ kind: 'amount-not-positive' }))
    const coupon = { kind: 'interest-free-days', days: 1 } as const
    const discounted = withCoupon(loan, coupon)
    expect(waive('interest', 1n, discounted)).toEqual(refused({ kind: 'waiver-with-coupon' }))
    expect(waive('penalty', 1n, discounted).ok).toBe(true)
  })

  it('[W5] ends a loan that owes nothing else', () => {
    // After 90 days a payment settles principal first.
    const day = addDays(dueDate, 100)
    const paid = valueOf(receivePayment(loan, { amount: fen(1000_00n), today: day })).loan
    expect(dueOn(day, paid)).toBe(60_00n)
    const interest = { part: 'interest', waived: fen(10_00n), today: day } as const
    const without = valueOf(waiveAmount(paid, interest)).loan
    const penalty = { part: 'penalty', waived: fen(50_00n), today: day } as const
    const ended = valueOf(waiveAmount(without, penalty))
    expect([isSettled(without), isSettled(ended.loan), ended.overpaid]).toEqual([false, true, 0n])
  })

  it('[W5] waives at most what is open when the loan is rebuilt', () => {
    const act = { do: 'waive-amount', on: today, part: 'penalty', waived: fen(20_00n) } as const
    const past = withAct(pastOf(loan), act, valueOf(applyAct(loan, act)))
    const transfer = { do: 'pay', on: dueDate, amount: fen(1010_00n) } as const
    const booked = valueOf(bookPastPayment(past, { act: transfer, no: 'late', today }))
    expect([isSettled(booked.loan), booked.overpaid]).toEqual([true, 0n])
    const { loan: open } = valueOf(
      reversePayment(booked.past, { no: 'late', today, unsent: fen(0n) }),
    )
    expect(dueOn(today, open)).toBe(1010_00n)
  })
})

const zeros = (count: number) => Array.from({ length: count }, () => 0n)
