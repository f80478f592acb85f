import { describe, expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { daysOverdue, isSettled, openLoan, principalOutstanding } from '#loans/loan.ts'
import { planOf } from '#loans/plan.ts'
import { fen } from '#money/money.ts'
import { conventions } from '#product.ts'
import { deferInstalment } from '#repayment/deferral.ts'
import { receivePayment } from '#repayment/repay.ts'
import { specimenLoan, valueOf } from '#specimen.ts'
import { earnedInterestOf } from '#testing/any-loan.ts'

const loan = specimenLoan()
const firstDue = localDate('2026-02-15')

describe('a loan', () => {
  it('[L1] is booked exactly as the plan was signed', () => {
    const terms = {
      amount: fen(777_77n),
      annualRatePpm: 180_000n,
      months: 7,
      method: 'equal-instalments',
      start: localDate('2026-01-31'),
      conventions,
    } as const
    const plan = valueOf(planOf(terms))
    const booked = openLoan(plan).instalments.map(({ n, dueDate, due }) => [
      n,
      dueDate,
      due.principal,
      due.interest,
    ])
    expect(booked).toEqual(
      plan.instalments.map(({ n, period, principal, interest }) => [
        n,
        period.to,
        principal,
        interest,
      ]),
    )
    const deferring = valueOf(planOf({ ...terms, interestGrace: 1 }))
    expect(() => openLoan(deferring)).toThrow('a quote, never a loan')
  })

  it('[L2] owes the principal that is not repaid', () => {
    const paid = valueOf(receivePayment(loan, { amount: fen(1120_00n), today: firstDue })).loan
    expect([principalOutstanding(loan), principalOutstanding(paid)]).toEqual([
      12_000_00n,
      11_000_00n,
    ])
    expect([isSettled(loan), isSettled(paid)]).toEqual([false, false])
  })

  it('[L4] is late from the day after its oldest open due date', () => {
    const days = ['2026-02-15', '2026-02-16', '2026-05-17'].map(localDate)
    expect(days.map((today) => daysOverdue(loan, today))).toEqual([0, 1, 91])
  })

  it('[L5] earns interest day by day, never more than the instalment’s interest', () => {
    const days = ['2026-01-15', '2026-01-25', '2026-02-14', '2026-02-15', '2026-02-25'].map(
      localDate,
    )
    expect(days.map((today) => earnedInterestOf(loan, today))).toEqual([
      0n,
      40_00n,
      120_00n,
      120_00n,
      156_67n,
    ])
  })

  it('[L7] bears interest by days over 360, rounded once', () => {
    const delayed = valueOf(deferInstalment(loan, { days: 10, today: firstDue })).instalments[0]
    expect([delayed?.due.principal, delayed?.deferralInterest]).toEqual([1000_00n, 3_33n])
    expect(loan.instalments[0]?.deferralInterest).toBe(0n)
  })
})
