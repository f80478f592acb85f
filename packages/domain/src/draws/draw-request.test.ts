import { describe, expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { checkDrawer, loanOfDraw, quoteDraw, type DrawQuoteInput } from './draw-request.ts'
import { nextDueDate, openLoan } from '#loans/loan.ts'
import { serviceFeeOn, serviceFeeWords, type ServiceFee } from '#cost/service-fee.ts'
import { fen } from '#money/money.ts'
import { specimenRules, valueOf } from '#specimen.ts'

const request: DrawQuoteInput = {
  amount: fen(10_000_00n),
  months: 12,
  method: 'equal-instalments',
  purpose: 'daily',
  annualRatePpm: 180_000n,
  today: localDate('2026-11-15'),
  rules: specimenRules,
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
    const loans = [{ nextDueDate: nextDueDate(loan) }]
    expect(checkDrawer(loans, localDate('2026-12-15')).ok).toBe(true)
    const late = { ok: false, refusal: { kind: 'late-already', days: 1 } }
    expect(checkDrawer(loans, localDate('2026-12-16'))).toEqual(late)
    expect(checkDrawer([{ nextDueDate: undefined }], localDate('2026-12-16')).ok).toBe(true)
    expect(checkDrawer([], localDate('2026-12-16')).ok).toBe(true)
  })

  it('[L9] a draw is quoted with its coupon', () => {
    const coupon = { kind: 'sum-off-first-instalment', amount: fen(10_00n) } as const
    const { loan, cost } = valueOf(quoteDraw({ ...request, coupon }))
    expect(loan.instalments[0]?.waived.interest).toBe(10_00n)
    expect(cost.simplePpm).toBeLessThan(180_002n)
  })

  it('[L21] charges the product’s service fee in its plan and cost, and is booked with it', () => {
    const share: ServiceFee = { kind: 'share', sharePpm: 333n, charged: 'each-instalment' }
    const { plan, loan, cost } = valueOf(quoteDraw({ ...request, serviceFee: share }))
    expect(plan.instalments.map(({ fee }) => fee)).toEqual(Array(12).fill(3_33n))
    expect(loan.instalments.map(({ due }) => due.fee)).toEqual(Array(12).fill(3_33n))
    expect(plan.totalFees).toBe(39_96n)
    expect(cost.simplePpm).toBe(186_992n)
    const { fee } = plan.terms
    const { today: start, rules, amount, months, method, annualRatePpm } = request
    const drawn = { amount, months, method, annualRatePpm, rules, start, fee }
    expect(valueOf(loanOfDraw(drawn))).toEqual(loan)

    const once: ServiceFee = { kind: 'amount', amount: fen(20_00n), charged: 'first-instalment' }
    const first = valueOf(quoteDraw({ ...request, serviceFee: once }))
    expect(first.loan.instalments.map(({ due }) => due.fee)).toEqual([
      20_00n,
      ...Array(11).fill(0n),
    ])
    expect(serviceFeeWords(share)).toBe('每期借款金额的 0.0333%')
  })

  it('[L21, Y4] is refused when the service fee lifts its cost above the cap', () => {
    const serviceFee = { kind: 'share', sharePpm: 3_000n, charged: 'each-instalment' } as const
    expect(valueOf(quoteDraw(request)).cost.simplePpm).toBeLessThan(240_000n)
    expect(quoteDraw({ ...request, serviceFee })).toEqual({
      ok: false,
      refusal: { kind: 'cost-above-cap', capPpm: 240_000n, law: 'cost-cap-24' },
    })
  })

  it('[L21] takes the fee that its product charges on the day', () => {
    const fee: ServiceFee = { kind: 'amount', amount: fen(5_00n), charged: 'each-instalment' }
    const fees = [
      { product: '103001', from: localDate('2026-11-15'), fee },
      { product: '103001', from: localDate('2026-12-01') },
    ] as const
    const on = (day: string, product: '103001' | '900001') =>
      serviceFeeOn(localDate(day), { fees, product })
    expect(on('2026-11-14', '103001')).toBeUndefined()
    expect(on('2026-11-15', '103001')).toEqual(fee)
    expect(on('2026-12-01', '103001')).toBeUndefined()
    expect(on('2026-11-15', '900001')).toBeUndefined()
  })

  const draw = { amountMin: 500_00n, amountMax: 50_000_00n, step: 100_00n }
  const purchase = { product: '900001', purpose: 'shopping', amount: fen(1599_00n) } as const
  it('[L15] a draw for a mall purchase equals the price, without amount steps', () => {
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
    [{ annualRatePpm: 241_000n }, { kind: 'cost-above-cap', capPpm: 240_000n, law: 'cost-cap-24' }],
  ] as const)('[L9] is refused when its terms are not offered: %o', (changes, refusal) => {
    expect(quoteDraw({ ...request, ...changes })).toEqual({ ok: false, refusal })
  })
})
