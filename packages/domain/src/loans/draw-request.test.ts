import { describe, expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { checkDrawer, quoteDraw, type DrawRequest } from '#loans/draw-request.ts'
import { openLoan } from '#loans/loan.ts'
import { fen } from '#money/money.ts'
import { valueOf } from '#specimen.ts'

const request: DrawRequest = {
  amount: fen(10_000_00n),
  months: 12,
  method: 'equal-instalments',
  purpose: 'daily',
  annualRatePpm: 180_000n,
  today: localDate('2026-11-15'),
  lender: 'consumer-finance',
}

describe('a draw', () => {
  it('[L9] is quoted with exactly the plan that is booked, and its cost', () => {
    const { plan, loan, cost } = valueOf(quoteDraw(request))
    expect(loan).toEqual(openLoan(plan))
    // Two millionths above the rate, because the instalment is a whole number of fen.
    expect(cost.simplePpm).toBe(180_002n)
  })

  it('[L16] is refused while a bill is late, from the day after its due date until it is paid', () => {
    const { loan } = valueOf(quoteDraw(request))
    expect(checkDrawer([loan], localDate('2026-12-15')).ok).toBe(true)
    const late = { ok: false, refusal: { kind: 'late-already', days: 1 } }
    expect(checkDrawer([loan], localDate('2026-12-16'))).toEqual(late)
    expect(checkDrawer([], localDate('2026-12-16')).ok).toBe(true)
  })

  it('[L9] is quoted with its coupon', () => {
    const coupon = { kind: 'sum-off-first-instalment', amount: fen(10_00n) } as const
    const { loan, cost } = valueOf(quoteDraw({ ...request, coupon }))
    expect(loan.instalments[0]?.waived.interest).toBe(10_00n)
    expect(cost.simplePpm).toBeLessThan(180_002n)
  })

  const draw = { amountMin: 500_00n, amountMax: 50_000_00n, step: 100_00n }
  const purchase = { product: '900001', purpose: 'shopping', amount: fen(1599_00n) } as const
  it('[L15] for a mall purchase equals the price, without amount steps', () => {
    expect(valueOf(quoteDraw({ ...request, ...purchase })).loan.amount).toBe(1599_00n)
    const sumOff = { kind: 'sum-off-first-instalment', amount: fen(10_00n) } as const
    for (const [changes, kind] of [
      [{ amount: fen(499_00n) }, 'draw-amount-not-offered'],
      [{ purpose: 'daily' }, 'purpose-not-accepted'],
      [{ method: 'equal-principal' }, 'method-not-offered'],
      [{ coupon: sumOff }, 'coupon-does-not-fit'],
    ] as const) {
      const asked = quoteDraw({ ...request, ...purchase, ...changes })
      expect(asked).toMatchObject({ ok: false, refusal: { kind } })
    }
  })

  it.each([
    [{ amount: fen(400_00n) }, { kind: 'draw-amount-not-offered', ...draw }],
    [{ amount: fen(50_100_00n) }, { kind: 'draw-amount-not-offered', ...draw }],
    [{ amount: fen(1050_00n) }, { kind: 'draw-amount-not-offered', ...draw }],
    [{ amount: fen(-500_00n) }, { kind: 'draw-amount-not-offered', ...draw }],
    [{ months: 18 }, { kind: 'term-not-offered' }],
    [{ months: 24, method: 'interest-first' as const }, { kind: 'method-not-offered' }],
    [{ purpose: 'securities' }, { kind: 'purpose-not-accepted' }],
    [{ annualRatePpm: 241_000n }, { kind: 'cost-above-cap', capPpm: 240_000n }],
  ] as const)('[L9] is refused when its terms are not offered: %o', (changes, refusal) => {
    expect(quoteDraw({ ...request, ...changes })).toEqual({ ok: false, refusal })
  })
})
