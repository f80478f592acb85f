import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, localDate } from '#calendar/local-date.ts'
import { dayCounts } from '#calendar/period.ts'
import { methods } from '#loans/amortise.ts'
import { planOf, type Plan } from '#loans/plan.ts'
import type { Terms } from '#loans/terms.ts'
import { fen, sum, yuan } from '#money/money.ts'
import { conventions } from '#product.ts'

/** How many schedules are tried; `npm run test:full` sets `PROVE_RUNS` for a longer run. */
const schedules = Number(process.env['PROVE_RUNS'] ?? 4_000)
const timeout = 60_000 + schedules * 10

const anyTerms: fc.Arbitrary<Terms> = fc
  .record({
    amount: fc.bigInt({ min: 1n, max: 50_000_000_00n }).map(fen),
    annualRatePpm: fc.bigInt({ min: 0n, max: 360_000n }),
    months: fc.integer({ min: 1, max: 60 }),
    method: fc.constantFrom(...methods),
    start: fc.nat({ max: 3652 }).map((day) => addDays(localDate('2023-01-01'), day)),
    firstDueDays: fc.option(fc.integer({ min: 1, max: 90 }), { nil: undefined }),
    grace: fc.integer({ min: 0, max: 6 }),
    interestGrace: fc.integer({ min: 0, max: 3 }),
    dayCount: fc.constantFrom(...dayCounts),
    rounding: fc.constantFrom('half-up' as const, 'half-even' as const),
    instalmentUnit: fc.constantFrom(fen(1n), fen(1n), fen(100n)),
  })
  .map(({ firstDueDays, grace, interestGrace, dayCount, rounding, instalmentUnit, ...terms }) => ({
    ...terms,
    ...(firstDueDays ? { firstDue: addDays(terms.start, firstDueDays) } : {}),
    principalGrace: Math.min(grace, terms.months - 1),
    interestGrace: Math.min(interestGrace, terms.months - 1),
    conventions: { ...conventions, dayCount, rounding, instalmentUnit },
  }))

const terms: Terms = {
  amount: fen(1000_00n),
  annualRatePpm: 120_000n,
  months: 4,
  method: 'equal-instalments',
  start: localDate('2026-11-15'),
  conventions,
}

function plan(changes: Partial<Terms>): Plan {
  const outcome = planOf({ ...terms, ...changes })
  if (!outcome.ok) throw new Error(outcome.refusal.kind)
  return outcome.value
}

function cells(changes: Partial<Terms>): string[] {
  return plan(changes).instalments.map(
    ({ principal, interest, balance }) => `${yuan(principal)} ${yuan(interest)} ${yuan(balance)}`,
  )
}

function expectSoundPlan(plan: Plan): void {
  const { terms, instalments } = plan
  const principal = sum(instalments.map((instalment) => instalment.principal))
  if (principal !== terms.amount) expect.fail(`principal ${principal} of ${terms.amount}`)
  if (instalments.at(-1)?.balance !== 0n) expect.fail('the last balance is not zero')
  for (const { principal, interest, balance, n } of instalments) {
    if (principal < 0n || interest < 0n || balance < 0n) expect.fail(`a negative cell in ${n}`)
  }
}

describe('plans', () => {
  it('[I1] repay equal instalments; the last one takes the remainder', () => {
    expect(cells({})).toEqual([
      '246.28 10.00 753.72',
      '248.74 7.54 504.98',
      '251.23 5.05 253.75',
      '253.75 2.54 0.00',
    ])
  })

  it('[I2] repay equal principal with interest on the balance', () => {
    expect(cells({ method: 'equal-principal' })).toEqual([
      '250.00 10.00 750.00',
      '250.00 7.50 500.00',
      '250.00 5.00 250.00',
      '250.00 2.50 0.00',
    ])
  })

  it('[I5] pay interest first and the principal at the end', () => {
    expect(cells({ method: 'interest-first' })).toEqual([
      '0.00 10.00 1000.00',
      '0.00 10.00 1000.00',
      '0.00 10.00 1000.00',
      '1000.00 10.00 0.00',
    ])
  })

  it('[I1] repay a loan without interest in equal parts', () => {
    expect(cells({ annualRatePpm: 0n, months: 3 })).toEqual([
      '333.33 0.00 666.67',
      '333.33 0.00 333.34',
      '333.34 0.00 0.00',
    ])
  })

  it('[I6] begin with a grace on principal or on interest', () => {
    expect(cells({ principalGrace: 2 })).toEqual([
      '0.00 10.00 1000.00',
      '0.00 10.00 1000.00',
      '497.51 10.00 502.49',
      '502.49 5.02 0.00',
    ])
    expect(cells({ interestGrace: 2, method: 'equal-principal' })).toEqual([
      '250.00 0.00 750.00',
      '250.00 0.00 500.00',
      '250.00 22.50 250.00',
      '250.00 2.50 0.00',
    ])
  })

  it('[C7] charge a longer or shorter first period by its days', () => {
    const dates = ['2026-12-15', '2026-12-01', '2027-01-01'].map(localDate)
    const interest = dates.map(
      (firstDue) => plan({ firstDue, method: 'interest-first' }).instalments[0]?.interest,
    )
    expect(interest).toEqual([10_00n, 5_33n, 15_33n])
  })

  it('[C6] fall due on the day of the month of the disbursement, from every start date', () => {
    for (let day = 0; day < 3653; day += 1) {
      const start = addDays(localDate('2023-01-01'), day)
      const { instalments } = plan({ start, method: 'interest-first', months: 24 })
      const wrong = instalments.find(({ n, period }) => period.to !== addMonths(start, n))
      if (wrong) expect.fail(`${start}: ${wrong.period.to}`)
    }
  })

  it.each([
    [{ amount: fen(0n) }, 'amount-not-positive'],
    [{ amount: fen(-1n) }, 'amount-not-positive'],
    [{ months: 0 }, 'months-malformed'],
    [{ months: 1.5 }, 'months-malformed'],
    [{ months: Number.NaN }, 'months-malformed'],
    [{ months: 361 }, 'months-malformed'],
    [{ annualRatePpm: -1n }, 'rate-malformed'],
    [{ annualRatePpm: 10_000_001n }, 'rate-malformed'],
    [{ firstDue: terms.start }, 'first-due-date-out-of-range'],
    [{ firstDue: localDate('2027-11-16') }, 'first-due-date-out-of-range'],
    [{ principalGrace: 4 }, 'grace-out-of-range'],
    [{ interestGrace: -1 }, 'grace-out-of-range'],
  ] as const)('[I4] are refused for invalid terms: %o', (changes, kind) => {
    expect(planOf({ ...terms, ...changes })).toEqual({ ok: false, refusal: { kind } })
  })
})

describe('laws of every plan', { timeout }, () => {
  it('[I3] principal sums to the amount and no cell is negative', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => expectSoundPlan(plan(terms))),
      { numRuns: schedules },
    )
  })
})
