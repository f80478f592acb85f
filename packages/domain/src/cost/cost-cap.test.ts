import { describe, expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { flowsOfLoan } from './annual-cost.ts'
import { checkCost, costCap } from './cost-cap.ts'
import { specimenLoan } from '#specimen.ts'

const today = localDate('2026-11-15')

describe('the cost cap', () => {
  it('[Y4] is the lowest cap in force for the kind of lender on the day', () => {
    expect(costCap('bank', { on: today })).toEqual({ ppm: 240_000n, law: 'cost-cap-24' })
    expect(costCap('bank', { on: localDate('2028-01-01') }).ppm).toBe(240_000n)
    expect(costCap('bank', { on: localDate('2017-08-03') })).toEqual({ ppm: 240_000n })
  })

  it('[law cost-cap-prime-rate] [Y4] is four times the prime rate for a small-loan company from the last day of 2027', () => {
    const cost = flowsOfLoan(specimenLoan({ annualRatePpm: 180_000n, method: 'interest-first' }))
    const before = { lender: 'small-loan', on: localDate('2027-12-30') } as const
    expect(checkCost(cost, before).ok).toBe(true)
    expect(checkCost(cost, { ...before, on: localDate('2027-12-31') })).toEqual({
      ok: false,
      refusal: { kind: 'cost-above-cap', capPpm: 120_000n, law: 'cost-cap-prime-rate' },
    })
  })

  it('[law cost-cap-24] [Y4] accepts a cost of exactly the cap and refuses a fen of rounding above it', () => {
    const on = { lender: 'consumer-finance', on: today } as const
    const atCap = specimenLoan({ annualRatePpm: 240_000n, method: 'interest-first' })
    expect(checkCost(flowsOfLoan(atCap), on).ok).toBe(true)
    const roundedUp = specimenLoan({ annualRatePpm: 240_000n, method: 'equal-instalments' })
    expect(checkCost(flowsOfLoan(roundedUp), on)).toEqual({
      ok: false,
      refusal: { kind: 'cost-above-cap', capPpm: 240_000n, law: 'cost-cap-24' },
    })
  })
})
