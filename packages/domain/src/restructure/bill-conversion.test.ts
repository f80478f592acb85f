import { describe, expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { annualCost, flowsOf } from '#cost/annual-cost.ts'
import { principalOutstanding, sumOfParts } from '#loans/loan.ts'
import { fen } from '#money/money.ts'
import { receivePayment } from '#repayment/repay.ts'
import { payoffOn, repayInPart } from '#repayment/early-repayment.ts'
import { convertibleBill, quoteBillConversion } from './bill-conversion.ts'
import { specimenLoan, specimenOldLoan, specimenRules, valueOf } from '#specimen.ts'

const loan = specimenLoan()
const old = specimenOldLoan({ loan })
const today = localDate('2026-02-10')

describe('a bill conversion', () => {
  it('[N3] converts the next bill into a separate loan, starting on its due date', () => {
    const { newLoan, settled } = valueOf(
      quoteBillConversion(old, { months: 3, today, rules: specimenRules }),
    )
    expect(newLoan).toMatchObject({
      amount: 1120_00n,
      start: '2026-02-10',
      annualRatePpm: 120_000n,
    })
    expect(newLoan.instalments.map(({ dueDate }) => dueDate)).toEqual([
      '2026-03-15',
      '2026-04-15',
      '2026-05-15',
    ])
    const [closed] = settled
    expect(closed).toMatchObject({
      overpaid: 0n,
      allocations: [{ n: 1, parts: { interest: 120_00n } }],
    })
    expect(closed && principalOutstanding(closed.loan)).toBe(11_000_00n)
    expect(closed && payoffOn(localDate('2026-02-25'), closed.loan)).toBe(11_000_00n + 36_67n)
  })

  it('[N3] is still possible on the due date', () => {
    const onDueDate = { months: 12, today: localDate('2026-02-15'), rules: specimenRules }
    expect(valueOf(quoteBillConversion(old, onDueDate)).newLoan.start).toBe('2026-02-15')
  })

  it('[N3] allows early repayment of the rest of the plan, which refunds interest of the bill', () => {
    const [closed] = valueOf(
      quoteBillConversion(old, { months: 3, today, rules: specimenRules }),
    ).settled
    const part = closed && valueOf(repayInPart(closed.loan, { amount: fen(5500_00n), today }))
    // 5,500.00 bear no interest on the last 4 days of the period.
    expect(part?.overpaid).toBe(7_33n)
    expect(part?.loan.instalments.slice(0, 2).map(({ due }) => due)).toMatchObject([
      { principal: 1000_00n, interest: 112_67n },
      { principal: 6000_00n, interest: 55_00n },
    ])
  })

  it('[N3] a part repayment after it pays the interest so far, also that of the bill', () => {
    const [closed] = valueOf(
      quoteBillConversion(old, { months: 3, today, rules: specimenRules }),
    ).settled
    const later = localDate('2026-02-25')
    const rest = closed?.loan ?? loan
    const part = valueOf(repayInPart(rest, { amount: fen(5500_00n), today: later }))
    expect(part.allocations).toMatchObject([
      { n: 2, parts: { interest: 36_67n, principal: 5463_33n } },
    ])
    expect(payoffOn(later, part.loan)).toBe(payoffOn(later, rest) - 5500_00n)
  })

  it('[N3] is refused where an instalment would be less than a fen', () => {
    const bill = specimenLoan({ amount: fen(2n), months: 1 })
    const tiny = quoteBillConversion(specimenOldLoan({ loan: bill }), {
      months: 3,
      today,
      rules: specimenRules,
    })
    expect(tiny).toMatchObject({ ok: false, refusal: { kind: 'term-not-offered' } })
  })

  it('[N6] states the bill, what it takes over and its cost', () => {
    const { bill, parts, cost, newLoan, plan } = valueOf(
      quoteBillConversion(old, { months: 6, today, rules: specimenRules }),
    )
    expect(bill).toMatchObject({ n: 1, dueDate: '2026-02-15' })
    expect(sumOfParts(parts)).toBe(newLoan.amount)
    expect(parts).toMatchObject({ interest: 120_00n, principal: 1000_00n })
    expect(plan.totalInterest).toBeGreaterThan(0n)
    expect(cost).toEqual(annualCost(flowsOf(plan)))
  })

  it.each([
    [{ months: 4 }, 'term-not-offered'],
    [{ today: localDate('2026-02-16') }, 'bill-overdue'],
  ] as const)('[N3] a bill conversion is refused: %o', (changes, kind) => {
    expect(
      quoteBillConversion(old, { months: 3, today, rules: specimenRules, ...changes }),
    ).toMatchObject({
      refusal: { kind },
    })
  })

  it('[N3] is refused while the period of the next bill has not begun', () => {
    const payment = { amount: fen(1120_00n), today: localDate('2026-02-15') }
    const paid = specimenOldLoan({ loan: valueOf(receivePayment(loan, payment)).loan })
    expect(convertibleBill(paid, today)).toMatchObject({ refusal: { kind: 'nothing-owed' } })
  })

  it.each([
    { origin: 'consolidation-plan' },
    { origin: 'bill-conversion' },
    { product: '900001' },
    { returnAskedOn: today },
  ] as const)(
    '[N5] is refused for a restructured loan, a mall loan and goods being returned: %o',
    (changes) => {
      expect(convertibleBill(specimenOldLoan(changes), today)).toMatchObject({
        refusal: { kind: 'plan-not-again' },
      })
    },
  )

  it('[N6] is refused if its cost would exceed the cap', () => {
    const dear = specimenOldLoan({ loan: specimenLoan({ annualRatePpm: 360_000n }) })
    expect(quoteBillConversion(dear, { months: 3, today, rules: specimenRules })).toMatchObject({
      refusal: { kind: 'cost-above-cap' },
    })
  })
})
