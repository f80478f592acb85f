import { describe, expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { withCoupon } from '#coupons/coupon.ts'
import { isSettled, principalOutstanding } from '#loans/loan.ts'
import { fen } from '#money/money.ts'
import { payoffOn, repayInFull, repayInPart } from '#repayment/early-repayment.ts'
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

const today = localDate('2026-01-25')

describe('partial early repayment', () => {
  it('[R9] pays the interest to date, then principal, and replans the rest with the same end date', () => {
    const payment = { amount: fen(6040_00n), today }
    const { loan: after, allocations } = valueOf(repayInPart(loan, payment))
    expect(allocations).toEqual([
      { n: 1, parts: { fee: 0n, penalty: 0n, interest: 40_00n, principal: 6000_00n } },
    ])
    expect(principalOutstanding(after)).toBe(6000_00n)
    expect(after.instalments.slice(0, 2).map(({ due }) => due)).toMatchObject([
      // 40.00 until today, 40.00 for the other twenty days on half the balance.
      { principal: 6500_00n, interest: 80_00n },
      { principal: 500_00n, interest: 55_00n },
    ])
    expect(after.instalments.at(-1)?.dueDate).toBe('2027-01-15')
    expect(payoffOn(today, after)).toBe(6000_00n)
  })

  it('[L8] accrues the rest of the current period on the new balance', () => {
    const { loan: after } = valueOf(repayInPart(loan, { amount: fen(6040_00n), today }))
    expect(payoffOn(localDate('2026-02-04'), after)).toBe(6020_00n)
    const again = { amount: fen(1020_00n), today: localDate('2026-02-04') }
    const { loan: twice } = valueOf(repayInPart(after, again))
    // 40.00, then ten days on 6000 and ten on 5000.
    expect(twice.instalments[0]?.due.interest).toBe(40_00n + 20_00n + 16_67n)
  })

  it('[R9] charges no interest for interest-free days of a coupon', () => {
    const free = withCoupon(loan, { kind: 'interest-free-days', days: 20 })
    const { allocations } = valueOf(repayInPart(free, { amount: fen(6000_00n), today }))
    expect(allocations[0]?.parts).toMatchObject({ interest: 0n, principal: 6000_00n })
  })

  it('[L8] keeps the remaining grace on principal', () => {
    const grace = specimenLoan({ months: 6, principalGrace: 3 })
    const { loan: after } = valueOf(repayInPart(grace, { amount: fen(6040_00n), today }))
    expect(after.instalments.map(({ due }) => due.principal)).toEqual([
      6000_00n,
      0n,
      0n,
      2000_00n,
      2000_00n,
      2000_00n,
    ])
  })

  it.each([
    [fen(99_99n), today, { kind: 'early-part-too-small', least: 100_00n }],
    [fen(110_00n), localDate('2026-02-13'), { kind: 'early-part-too-small', least: 116_01n }],
    [fen(12_040_00n), today, { kind: 'covers-payoff', payoff: 12_040_00n }],
    [fen(500_00n), localDate('2026-02-15'), { kind: 'instalments-due-first' }],
    [fen(500_00n), localDate('2027-01-15'), { kind: 'instalments-due-first' }],
  ] as const)('[R9] refuses %s on %s', (amount, day, refusal) => {
    expect(repayInPart(loan, { amount, today: day })).toEqual({ ok: false, refusal })
  })
})
