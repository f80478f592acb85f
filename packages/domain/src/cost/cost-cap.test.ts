import { describe, expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { flowsOfLoan } from './annual-cost.ts'
import { checkCost, costCap } from './cost-cap.ts'
import { specimenLoan } from '#specimen.ts'

const today = localDate('2026-11-15')

describe('the cost cap', () => {
  it('[Y4] is the latest row in force for the lender on the day', () => {
    const rows = [
      { lender: 'bank', from: localDate('2020-01-01'), annualCostPpmMax: 240_000n },
      { lender: 'bank', from: localDate('2027-01-01'), annualCostPpmMax: 200_000n },
      { lender: 'small-loan', from: localDate('2020-01-01'), annualCostPpmMax: 360_000n },
    ] as const
    expect(costCap('bank', { on: today, rows })).toBe(240_000n)
    expect(costCap('bank', { on: localDate('2027-01-01'), rows })).toBe(200_000n)
    expect(costCap('small-loan', { on: today, rows })).toBe(360_000n)
    expect(costCap('consumer-finance', { on: today, rows })).toBe(0n)
  })

  it('[Y4] accepts a cost of exactly the cap and refuses a fen of rounding above it', () => {
    const on = { lender: 'consumer-finance', on: today } as const
    const atCap = specimenLoan({ annualRatePpm: 240_000n, method: 'interest-first' })
    expect(checkCost(flowsOfLoan(atCap), on).ok).toBe(true)
    const roundedUp = specimenLoan({ annualRatePpm: 240_000n, method: 'equal-instalments' })
    expect(checkCost(flowsOfLoan(roundedUp), on)).toEqual({
      ok: false,
      refusal: { kind: 'cost-above-cap', capPpm: 240_000n },
    })
  })
})
