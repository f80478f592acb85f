import { describe, expect, it } from 'vitest'
import { addDays, localDate } from '#calendar/local-date.ts'
import { withCoupon } from '#coupons/coupon.ts'
import { principalOutstanding } from '#loans/loan.ts'
import { fen } from '#money/money.ts'
import { grantForbearance, forbearanceRequestOn } from './forbearance.ts'
import { dueOn, receivePayment, repayThrough } from '#repayment/repay.ts'
import { payoffOn, repayInFull } from '#repayment/early-repayment.ts'
import { specimenLoan, valueOf } from '#specimen.ts'

const loan = specimenLoan()
const dueDate = localDate('2026-02-15')

describe('regional forbearance', () => {
  it('[D2] moves every open instalment; interest continues on the whole balance', () => {
    const forborne = valueOf(
      grantForbearance(loan, { days: 60, today: localDate('2026-02-10') }),
    ).loan
    expect(forborne.instalments.map(({ due }) => due.principal)).toEqual(
      loan.instalments.map(({ due }) => due.principal),
    )
    expect(forborne.instalments.slice(0, 2)).toMatchObject([
      { dueDate: '2026-04-16', due: { interest: 360_00n } },
      { dueDate: '2026-05-16', due: { interest: 110_00n } },
    ])
    expect(dueOn(localDate('2026-04-15'), forborne)).toBe(0n)
    expect(principalOutstanding(forborne)).toBe(12_000_00n)
  })

  it('[D2] keeps the penalty of an overdue instalment and suspends it until the new due date', () => {
    const today = addDays(dueDate, 20)
    const forborne = valueOf(grantForbearance(loan, { days: 50, today })).loan
    const newDueDate = addDays(dueDate, 50)
    // 10.00 of penalty until today, then 30 days of ordinary interest.
    expect(dueOn(newDueDate, forborne)).toBe(1120_00n + 10_00n + 10_00n)
    expect(payoffOn(today, forborne)).toBe(payoffOn(today, loan))
  })

  it('[D2, K5] moves an instalment that a coupon will pay, as it would without the coupon', () => {
    const given = withCoupon(loan, { kind: 'sum-off-first-instalment', amount: fen(2_000_00n) })
    const today = localDate('2026-02-10')
    const forborne = valueOf(grantForbearance(given, { days: 30, today })).loan
    const bare = valueOf(grantForbearance(loan, { days: 30, today })).loan
    expect(forborne.instalments.map(({ dueDate, due }) => [dueDate, due])).toEqual(
      bare.instalments.map(({ dueDate, due }) => [dueDate, due]),
    )
    expect(forborne.instalments[0]?.dueDate).toBe('2026-03-17')
  })

  it('[D2, K5] extends a bill that a coupon has paid ahead; the rest of the coupon pays what is added', () => {
    const today = localDate('2026-02-10')
    const costOf = (amount: bigint) => {
      const given = withCoupon(loan, { kind: 'sum-off-first-instalment', amount: fen(amount) })
      const payment = { through: 1, amount: fen(1000_00n), today }
      const { loan: paid, overpaid } = valueOf(repayThrough(given, payment))
      const { loan: forborne } = valueOf(grantForbearance(paid, { days: 30, today }))
      expect(forborne.instalments[0]?.dueDate).toBe('2026-03-17')
      expect(forborne.instalments[1]?.dueDate).toBe('2026-04-17')
      return 1000_00n - overpaid + dueOn(localDate('2026-03-17'), forborne)
    }
    // The bill is 1,120.00: 120.00 is paid ahead with the payment, 119.99 on the due date.
    const costs = [119_99n, 120_00n, 200_00n, 300_00n].map(costOf)
    expect(costs).toEqual([1_110_04n, 1_108_67n, 1_028_67n, 928_67n])
  })

  it('[D2] is refused beyond its bounds, and for a settled loan', () => {
    const today = localDate('2026-02-10')
    for (const days of [0, 91, 1.5]) {
      expect(grantForbearance(loan, { days, today })).toMatchObject({
        refusal: { kind: 'deferral-out-of-range', daysMax: 90 },
      })
    }
    expect(grantForbearance(loan, { days: 30, today: addDays(dueDate, 31) })).toMatchObject({
      refusal: { kind: 'too-late-to-defer', daysOverdueMax: 30 },
    })
    const amount = payoffOn(today, loan)
    const settled = valueOf(repayInFull(loan, { amount, today })).loan
    expect(grantForbearance(settled, { days: 30, today })).toMatchObject({
      refusal: { kind: 'nothing-owed' },
    })
  })

  it('[D2] still works when the last period is over', () => {
    const today = localDate('2027-01-20')
    const forborne = valueOf(
      grantForbearance(specimenLoan({ months: 1, start: localDate('2026-12-15') }), {
        days: 30,
        today,
      }),
    ).loan
    expect(forborne.instalments[0]?.dueDate).toBe('2027-02-14')
  })

  it('[D3] charges no penalty for the days of the review', () => {
    const asked = forbearanceRequestOn(addDays(dueDate, 20), loan)
    const onTheDay = valueOf(grantForbearance(loan, { days: 90, today: asked.on })).loan
    for (const daysOfReview of [1, 5, 12]) {
      const today = addDays(asked.on, daysOfReview)
      const forborne = valueOf(grantForbearance(loan, { days: 90, today, asked })).loan
      expect(dueOn(today, forborne)).toBe(0n)
      const [first] = forborne.instalments
      expect(first?.due).toEqual(onTheDay.instalments[0]?.due)
      expect(first?.dueDate).toBe(onTheDay.instalments[0]?.dueDate)
    }
  })

  it('[D3] charges no penalty at all for a loan that was not overdue when it was requested', () => {
    const asked = forbearanceRequestOn(addDays(dueDate, -2), loan)
    const forborne = valueOf(
      grantForbearance(loan, { days: 60, today: addDays(dueDate, 20), asked }),
    ).loan
    const penalties = forborne.instalments.map(({ due }) => due.penalty)
    expect(new Set(penalties)).toEqual(new Set([0n]))
    expect(forborne.instalments[0]?.dueDate).toBe(addDays(dueDate, 60))
  })

  it('[D3] cancels penalty recorded by a payment during the review, but keeps what was paid', () => {
    const asked = forbearanceRequestOn(addDays(dueDate, 10), loan)
    const payment = { amount: fen(1_00n), today: addDays(dueDate, 30) }
    const { loan: paid } = valueOf(receivePayment(loan, payment))
    expect(paid.instalments[0]).toMatchObject({
      due: { penalty: 15_00n },
      paid: { penalty: 1_00n },
    })
    const forborne = valueOf(
      grantForbearance(paid, { days: 90, today: addDays(dueDate, 31), asked }),
    ).loan
    expect(forborne.instalments[0]).toMatchObject({
      due: { penalty: 5_00n },
      paid: { penalty: 1_00n },
    })
  })
})
