import { describe, expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { withCoupon } from '#coupons/coupon.ts'
import { principalOutstanding } from '#loans/loan.ts'
import { fen } from '#money/money.ts'
import { payoffOn, repayInPart } from '#repayment/early-repayment.ts'
import { specimenLoan, valueOf } from '#specimen.ts'

const loan = specimenLoan()
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
