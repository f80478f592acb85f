import { describe, expect, it } from 'vitest'
import { localDate, type LocalDate } from '#calendar/local-date.ts'
import { flowsOfLoan } from './annual-cost.ts'
import { checkCost, costCap } from './cost-cap.ts'
import { specimenDated, specimenLoan } from '#specimen.ts'

const today = localDate('2026-11-15')
const dated = specimenDated
const capOfBank = (day: string) => costCap('bank', { on: localDate(day), dated })
const capOfSmallLoan = (day: string) => costCap('small-loan', { on: localDate(day), dated })

describe('the cost cap', () => {
  it('[Y4] is the lowest cap in force for the kind of lender on the day', () => {
    expect(capOfBank(today)).toEqual({ ppm: 240_000n, law: 'cost-cap-24' })
    expect(capOfBank('2028-01-01').ppm).toBe(240_000n)
    expect(capOfBank('2017-08-03')).toEqual({ ppm: 240_000n })
  })

  it('[Y4] is the own cap of the lender where that is lower, from its day on', () => {
    const own = { kind: 'cost-cap', day: localDate('2026-11-16'), value: 200_000n } as const
    const capOn = (on: LocalDate) => costCap('bank', { on, dated: [...dated, own] })
    expect(capOn(today).ppm).toBe(240_000n)
    expect(capOn(own.day)).toEqual({ ppm: 200_000n })
  })

  it('[law cost-cap-prime-rate] [Y4] is four times the prime rate for a small-loan company from the last day of 2027', () => {
    const cost = flowsOfLoan(specimenLoan({ annualRatePpm: 180_000n, method: 'interest-first' }))
    expect(checkCost(cost, capOfSmallLoan('2027-12-30')).ok).toBe(true)
    expect(checkCost(cost, capOfSmallLoan('2027-12-31'))).toEqual({
      ok: false,
      refusal: { kind: 'cost-above-cap', capPpm: 120_000n, law: 'cost-cap-prime-rate' },
    })
  })

  it('[law cost-cap-24] [Y4] accepts a cost of exactly the cap and refuses a fen of rounding above it', () => {
    const cap = costCap('consumer-finance', { on: today, dated })
    const atCap = specimenLoan({ annualRatePpm: 240_000n, method: 'interest-first' })
    expect(checkCost(flowsOfLoan(atCap), cap).ok).toBe(true)
    const roundedUp = specimenLoan({ annualRatePpm: 240_000n, method: 'equal-instalments' })
    expect(checkCost(flowsOfLoan(roundedUp), cap)).toEqual({
      ok: false,
      refusal: { kind: 'cost-above-cap', capPpm: 240_000n, law: 'cost-cap-24' },
    })
  })
})
