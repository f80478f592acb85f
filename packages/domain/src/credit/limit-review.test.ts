import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths, localDate } from '#calendar/local-date.ts'
import { changeLimit, openLimit } from '#credit/limit.ts'
import { limitFactsOn, reviewLimit, type LimitFacts } from '#credit/limit-review.ts'
import { fen } from '#money/money.ts'
import { product } from '#product.ts'
import { valueOf } from '#specimen.ts'

const good: LimitFacts = {
  granted: fen(20_000_00n),
  used: fen(8_000_00n),
  grade: 'C',
  monthsUnchanged: 6,
  daysOverdue: 0,
  lateInYear: 0,
  punctual: 6,
  hasPlan: false,
}

const amounts = fc.bigInt(0n, 2_000n).map((steps) => fen(steps * 100_00n))
const anyFacts: fc.Arbitrary<LimitFacts> = fc
  .record({
    granted: amounts.filter((amount) => amount >= product.limit.amountMin),
    used: fc.bigInt(0n, 200_000_00n).map(fen),
    grade: fc.constantFrom('A', 'B', 'C', 'D', 'E'),
    monthsUnchanged: fc.nat(24),
    daysOverdue: fc.nat(90),
    lateInYear: fc.nat(3),
    punctual: fc.nat(24),
    hasPlan: fc.boolean(),
  })
  .filter(({ granted, used }) => used <= granted)

describe('the monthly review of a limit', () => {
  it('[U9] raises the limit of a punctual borrower by a tenth, up to the maximum of the grade', () => {
    expect(reviewLimit(good)).toEqual({
      outcome: 'raised',
      granted: 22_000_00n,
      reasons: ['punctual'],
    })
    const near = { ...good, granted: fen(48_000_00n), used: fen(40_000_00n) }
    expect(reviewLimit(near).granted).toBe(50_000_00n)
    const at = { ...near, granted: fen(50_000_00n) }
    expect(reviewLimit(at)).toMatchObject({ outcome: 'kept', reasons: ['at-maximum'] })
  })

  it.each([
    ['has-plan', { hasPlan: true }],
    ['overdue-now', { daysOverdue: 1 }],
    ['late-lately', { lateInYear: 1 }],
    ['too-few-instalments', { punctual: 5 }],
    ['changed-lately', { monthsUnchanged: 5 }],
    ['little-used', { used: fen(5_999_99n) }],
  ] as const)('[U9] keeps the limit and names why: %s', (reason, facts) => {
    const { granted } = good
    expect(reviewLimit({ ...good, ...facts })).toEqual({
      outcome: 'kept',
      granted,
      reasons: [reason],
    })
  })

  it('[U10] lowers the limit of a borrower more than 30 days late to what is in use', () => {
    const late = { ...good, used: fen(7_950_01n), daysOverdue: 31 }
    expect(reviewLimit(late)).toEqual({
      outcome: 'lowered',
      granted: 8_000_00n,
      reasons: ['long-overdue'],
    })
    expect(reviewLimit({ ...late, used: fen(1n) }).granted).toBe(product.limit.amountMin)
    expect(reviewLimit({ ...late, daysOverdue: 30 }).outcome).toBe('kept')
    expect(reviewLimit({ ...late, used: good.granted }).outcome).toBe('kept')
  })

  it('[E7] never gives less than is in use, nor a limit that is not offered', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { granted, outcome } = reviewLimit(facts)
        const limit = {
          ...valueOf(openLimit(facts.granted, localDate('2026-01-01'))),
          used: facts.used,
        }
        expect(changeLimit(limit, granted)).toMatchObject({ ok: true })
        expect(outcome === 'raised').toBe(granted > facts.granted)
        expect(outcome === 'lowered').toBe(granted < facts.granted)
      }),
    )
  })

  it('[U8] counts whole months since the last change, and nothing for a borrower without loans', () => {
    const today = localDate('2026-11-15')
    const limit = { ...valueOf(openLimit(fen(10_000_00n), today)), grade: 'B' as const }
    const known = { limit, loans: [], hasPlan: false }
    const facts = limitFactsOn(today, { ...known, changedOn: addMonths(today, -6) })
    expect(facts).toMatchObject({ monthsUnchanged: 6, daysOverdue: 0, lateInYear: 0, punctual: 0 })
    const sooner = limitFactsOn(today, { ...known, changedOn: localDate('2026-05-16') })
    expect(sooner.monthsUnchanged).toBe(5)
  })
})
