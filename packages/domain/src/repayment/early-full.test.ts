import { describe, expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { withCoupon } from '#coupons/coupon.ts'
import { isSettled } from '#loans/loan.ts'
import { fen } from '#money/money.ts'
import { payoffOn, repayInFull } from '#repayment/early-repayment.ts'
import { specimenLoan, valueOf } from '#specimen.ts'

const loan = specimenLoan()

describe('early repayment in full', () => {
  it('[R8] costs all principal, and interest up to the day', () => {
    const days = ['2026-01-15', '2026-01-25', '2026-02-15', '2026-03-20'].map(localDate)
    expect(days.map((today) => payoffOn(today, loan))).toEqual([
      12_000_00n,
      12_040_00n,
      12_120_00n,
      // Two bills with interest, penalty for 33 and 5 days, and five days of the third period.
      12_000_00n + 230_00n + 16_50n + 2_50n + 16_67n,
    ])
  })

  it('[R8] settles the loan, and refunds the overpayment', () => {
    const today = localDate('2026-01-25')
    const { loan: settled, overpaid } = valueOf(
      repayInFull(loan, { amount: fen(12_050_00n), today }),
    )
    expect([isSettled(settled), overpaid, payoffOn(today, settled)]).toEqual([true, 10_00n, 0n])
    expect(repayInFull(settled, { amount: fen(1n), today })).toEqual({
      ok: false,
      refusal: { kind: 'nothing-owed' },
    })
  })

  it('[R8] is refused for less than the payoff', () => {
    const payment = { amount: fen(12_039_99n), today: localDate('2026-01-25') }
    expect(repayInFull(loan, payment)).toEqual({
      ok: false,
      refusal: { kind: 'less-than-payoff', payoff: 12_040_00n },
    })
  })

  it('[K4] applies a percentage coupon to the interest up to the day', () => {
    const favoured = withCoupon(loan, { kind: 'interest-share-off', sharePpm: 200_000n })
    const days = ['2026-01-15', '2026-01-21', '2026-01-22', '2026-02-15'].map(localDate)
    expect(days.map((today) => payoffOn(today, favoured))).toEqual([
      12_000_00n,
      12_019_20n,
      12_022_40n,
      12_096_00n,
    ])
  })
})
