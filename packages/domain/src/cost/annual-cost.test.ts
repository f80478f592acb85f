import { describe, expect, it } from 'vitest'
import { annualCost, flowsOfLoan } from './annual-cost.ts'
import { withCoupon } from '#coupons/coupon.ts'
import { fen } from '#money/money.ts'
import { specimenLoan } from '#specimen.ts'

const month = { firstPeriodDays360: 30 }

describe('annualised cost', () => {
  it('[Y1] is the monthly internal rate times twelve, and [Y2] the same rate compounded', () => {
    const year = { ...month, received: fen(1000_00n), payments: [fen(1010_00n)] }
    expect(annualCost(year)).toEqual({ simplePpm: 120_000n, effectivePpm: 126_825n })
  })

  it('[Y1] includes every fee, charged at once or with an instalment', () => {
    const feeAtOnce = { ...month, received: fen(990_00n), payments: [fen(1010_00n)] }
    const feeLater = { ...month, received: fen(1000_00n), payments: [fen(1020_00n)] }
    expect(annualCost(feeAtOnce).simplePpm).toBe(242_424n)
    expect(annualCost(feeLater).simplePpm).toBe(240_000n)
  })

  it('[Y3] counts the odd days of a first period with simple interest', () => {
    const flows = { received: fen(1000_00n), payments: [fen(1015_00n)], firstPeriodDays360: 15 }
    expect(annualCost(flows).simplePpm).toBe(360_000n)
    expect(annualCost({ ...flows, firstPeriodDays360: 60 }).simplePpm).toBe(89_665n)
  })

  it('[Y1] annualised cost of a loan is lowered by its coupon, and never below zero', () => {
    const loan = specimenLoan()
    expect(annualCost(flowsOfLoan(loan)).simplePpm).toBe(120_000n)
    const half = withCoupon(loan, { kind: 'interest-share-off', sharePpm: 500_000n })
    expect(annualCost(flowsOfLoan(half)).simplePpm).toBe(60_000n)
    const gift = withCoupon(loan, { kind: 'sum-off-first-instalment', amount: fen(1000_00n) })
    expect(annualCost(flowsOfLoan(gift)).simplePpm).toBe(0n)
  })
})
