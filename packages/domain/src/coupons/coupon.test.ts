import { describe, expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { reserveCoupon, releaseCoupon, useCoupon, withCoupon, type Coupon } from './coupon.ts'
import { fen } from '#money/money.ts'
import { payoffOn } from '#repayment/early-repayment.ts'
import { specimenLoan, valueOf } from '#specimen.ts'

const coupon: Coupon = {
  benefit: { kind: 'interest-free-days', days: 7 },
  amountMin: fen(1000_00n),
  months: [6, 12],
  validFrom: localDate('2026-01-01'),
  validUntil: localDate('2026-12-31'),
  state: { kind: 'free' },
}
const draw = {
  draw: 'draw-1',
  amount: fen(1000_00n),
  months: 12,
  today: localDate('2026-11-15'),
}
const loan = specimenLoan()
const off = (changed: typeof loan) =>
  changed.instalments.map(({ waived }) => [waived.interest, waived.principal])

describe('coupons', () => {
  it.each([
    [{ amount: fen(999_99n) }, 'coupon-does-not-fit'],
    [{ months: 3 }, 'coupon-does-not-fit'],
    [{ today: localDate('2025-12-31') }, 'coupon-not-valid-today'],
    [{ today: localDate('2027-01-01') }, 'coupon-not-valid-today'],
  ] as const)('[K1] are refused for a draw outside their conditions: %o', (changes, kind) => {
    expect(reserveCoupon(coupon, { ...draw, ...changes })).toEqual({ ok: false, refusal: { kind } })
  })

  it('[K2] are reserved for one draw, used once, and released only when the draw fails', () => {
    expect(reserveCoupon(coupon, { ...draw, today: coupon.validUntil }).ok).toBe(true)
    const held = valueOf(reserveCoupon(coupon, draw))
    expect(reserveCoupon(held, draw)).toEqual({ ok: true, value: held })
    expect(reserveCoupon(held, { ...draw, draw: 'draw-2' }).ok).toBe(false)
    expect(releaseCoupon(held, 'draw-1')).toEqual({ ok: true, value: coupon })
    expect(releaseCoupon(held, 'draw-2').ok).toBe(false)
    expect(releaseCoupon(coupon, 'draw-1')).toEqual({ ok: true, value: coupon })

    const used = valueOf(useCoupon(held, 'draw-1'))
    expect(useCoupon(used, 'draw-1')).toEqual({ ok: true, value: used })
    expect(useCoupon(held, 'draw-2').ok).toBe(false)
    expect(useCoupon(coupon, 'draw-1').ok).toBe(false)
    expect(releaseCoupon(used, 'draw-1').ok).toBe(false)
    expect(reserveCoupon(used, { ...draw, draw: 'draw-2' })).toEqual({
      ok: false,
      refusal: { kind: 'coupon-taken' },
    })
  })

  it('[K3] can make the first days interest-free, also when the loan is settled within them', () => {
    const free = withCoupon(loan, { kind: 'interest-free-days', days: 40 })
    expect(off(free).slice(0, 3)).toEqual([
      [120_00n, 0n],
      [33_00n, 0n],
      [0n, 0n],
    ])
    expect(payoffOn(localDate('2026-02-10'), free)).toBe(12_000_00n)
  })

  it('[K4] can take a percentage off all interest', () => {
    const half = withCoupon(loan, { kind: 'interest-share-off', sharePpm: 250_000n })
    expect(off(half).slice(0, 2)).toEqual([
      [30_00n, 0n],
      [27_50n, 0n],
    ])
  })

  it('[K5] can take an amount off the first instalment, interest first', () => {
    const gift = withCoupon(loan, { kind: 'sum-off-first-instalment', amount: fen(200_00n) })
    expect(off(gift).slice(0, 2)).toEqual([
      [120_00n, 80_00n],
      [0n, 0n],
    ])
  })
})
