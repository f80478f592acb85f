import { describe, expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { positionOf } from '#ledger/position.ts'
import { withCoupon } from '#coupons/coupon.ts'
import { isSettled, noParts, type Loan } from '#loans/loan.ts'
import { fen } from '#money/money.ts'
import { reverseLoan, type DrawnLoan } from '#mall/reversal.ts'
import { mallProductNo } from '#product.ts'
import { payoffOn, repayInFull } from '#repayment/early-repayment.ts'
import { receivePayment } from '#repayment/repay.ts'
import { specimenLoan, valueOf } from '#specimen.ts'

const late = localDate('2026-03-27')

function drawnLoan(loan: Loan, changes: Partial<DrawnLoan> = {}): DrawnLoan {
  return {
    loan,
    origin: 'draw',
    product: mallProductNo,
    reversedOn: undefined,
    isElsewhere: false,
    ...changes,
  }
}

describe('a loan whose goods were returned', () => {
  it('[H1] owes nothing on any day, and its principal is the amount drawn', () => {
    const coupon = { kind: 'sum-off-first-instalment', amount: fen(200_00n) } as const
    const { loan, paidBack } = valueOf(reverseLoan(drawnLoan(withCoupon(specimenLoan(), coupon))))
    expect([isSettled(loan), paidBack]).toEqual([true, 0n])
    for (const day of [loan.start, late, localDate('2030-01-01')]) {
      expect(positionOf(loan, day)).toEqual(noParts)
    }
    const paid = loan.instalments.reduce((total, row) => total + row.paid.principal, 0n)
    expect(paid).toBe(loan.amount)
  })

  it('[H2] refunds all payments, partial or complete', () => {
    const loan = specimenLoan()
    const part = { amount: fen(1500_00n), today: late }
    const inPart = drawnLoan(valueOf(receivePayment(loan, part)).loan)
    expect(valueOf(reverseLoan(inPart)).paidBack).toBe(1500_00n)
    const whole = { amount: payoffOn(late, loan), today: late }
    const inFull = drawnLoan(valueOf(repayInFull(loan, whole)).loan)
    expect(valueOf(reverseLoan(inFull)).paidBack).toBe(whole.amount)
  })

  it.each([
    { origin: 'consolidation-plan' },
    { origin: 'bill-conversion' },
    { reversedOn: late },
    { isElsewhere: true },
  ] as const)(
    '[H3] is reversed only when drawn, once, and not restructured into another loan: not %o',
    (changes) => {
      expect(reverseLoan(drawnLoan(specimenLoan(), changes))).toMatchObject({
        refusal: { kind: 'nothing-owed' },
      })
    },
  )

  it.each(['103001', '101001'] as const)(
    '[H3] is a purchase in the mall: a loan of product %s pays for no goods',
    (product) => {
      expect(reverseLoan(drawnLoan(specimenLoan(), { product }))).toEqual({
        ok: false,
        refusal: { kind: 'loan-without-goods' },
      })
    },
  )
})
