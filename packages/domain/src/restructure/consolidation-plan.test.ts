import { describe, expect, it } from 'vitest'
import { addDays, localDate } from '#calendar/local-date.ts'
import { withCoupon } from '#coupons/coupon.ts'
import { isSettled, sumOfParts, type Loan } from '#loans/loan.ts'
import { add, displayYuan, fen, sum, type Money } from '#money/money.ts'
import { billsOf } from '#repayment/bill.ts'
import { payoffOn } from '#repayment/early-repayment.ts'
import { planRateOf, quotePlan } from './consolidation-plan.ts'
import { specimenLoan, specimenOldLoan, specimenRules, valueOf } from '#specimen.ts'

const today = localDate('2026-04-01')
const loans = [specimenLoan(), specimenLoan({ amount: fen(3000_00n), annualRatePpm: 180_000n })]
const old = loans.map((loan) => specimenOldLoan({ loan }))
const request = { months: 36, today, rules: specimenRules }

function refusalOf(some: readonly Loan[]): string | undefined {
  const asked = some.map((loan) => specimenOldLoan({ loan }))
  const outcome = quotePlan(asked, request)
  return outcome.ok ? undefined : outcome.refusal.kind
}

/** What the bills of loans come to. */
function totalOwed(some: readonly Loan[], day = today): bigint {
  return sum(some.flatMap((loan) => billsOf(loan, day)).map(({ amount }) => amount))
}

/** The saving of a plan for one loan, which is the difference of the bills. */
function interestSaving(loan: Loan, months: number): Money {
  const day = { months, today: localDate('2026-02-23'), rules: specimenRules }
  const { saved, newLoan } = valueOf(quotePlan([specimenOldLoan({ loan })], day))
  const difference = totalOwed([loan], day.today) - totalOwed([newLoan], day.today)
  expect(saved).toBe(difference > 0n ? difference : 0n)
  return saved
}

describe('a consolidation plan', () => {
  it('[N1] consolidates overdue loans into one new loan that takes over every fen', () => {
    const { newLoan, settled, parts } = valueOf(quotePlan(old, request))
    const owed = loans
      .map((loan) => payoffOn(today, loan))
      .reduce((left, right) => fen(left + right))
    expect(newLoan).toMatchObject({
      amount: owed - parts.penalty,
      start: today,
      annualRatePpm: 72_000n,
    })
    expect(newLoan.instalments).toHaveLength(36)
    expect(settled.map(({ loan, overpaid }) => [isSettled(loan), overpaid])).toEqual([
      [true, 0n],
      [true, 0n],
    ])
  })

  it.each([
    [[120_000n, 180_000n], 72_000n],
    [[180_000n, 72_000n], 43_200n],
    [[72_111n], 43_200n],
    [[234_000n], 140_400n],
    [[100n], 0n],
  ])('[N2] a consolidation plan of old rates %o has the rate %s', (rates, rate) => {
    expect(planRateOf(rates.map((annualRatePpm) => specimenLoan({ annualRatePpm })))).toBe(rate)
  })

  it.each([
    [{ months: 5 }, 'term-not-offered'],
    [{ months: 61 }, 'term-not-offered'],
    [{ months: 6.5 }, 'term-not-offered'],
    [{ today: localDate('2026-02-15') }, 'not-late-enough'],
  ] as const)('[N2] a consolidation plan is refused: %o', (changes, kind) => {
    expect(quotePlan(old, { ...request, ...changes })).toMatchObject({ refusal: { kind } })
  })

  it('[N2] is refused without a loan, for a loan that is not overdue, and if the rate would not be lower', () => {
    expect(refusalOf([])).toBe('not-late-enough')
    const fresh = specimenLoan({ start: addDays(today, -3) })
    expect(refusalOf([...loans, fresh])).toBe('not-late-enough')
    expect(refusalOf([specimenLoan({ annualRatePpm: 0n })])).toBe('rate-not-lower')
  })

  it('[N5] is refused for a consolidation plan, and for goods being returned', () => {
    const plan = specimenOldLoan({ origin: 'consolidation-plan' })
    const going = specimenOldLoan({ product: '900001', returnAskedOn: today })
    for (const one of [plan, going]) {
      expect(quotePlan([...old, one], request)).toMatchObject({
        refusal: { kind: 'plan-not-again' },
      })
    }
    const second = specimenOldLoan({ origin: 'bill-conversion' })
    const bought = specimenOldLoan({ product: '900001' })
    expect(quotePlan([second, bought], request).ok).toBe(true)
  })

  it('[N8] spreads the penalty it takes over, which bears no interest', () => {
    const { newLoan, plan, parts } = valueOf(quotePlan(old, request))
    const penalties = newLoan.instalments.map(({ due }) => due.penalty)
    expect(parts.penalty).toBeGreaterThan(0n)
    expect(sum(penalties)).toBe(parts.penalty)
    expect(sum(newLoan.instalments.map(({ due }) => due.interest))).toBe(plan.totalInterest)
    expect(plan.terms.amount).toBe(sumOfParts(parts) - parts.penalty)
  })

  it('[N7] is refused for loans of two lenders, and keeps the lender otherwise', () => {
    const ofBank = old.map((one) => ({ ...one, lender: 'bank' as const }))
    expect(quotePlan(ofBank, request).ok).toBe(true)
    expect(quotePlan([...old, ...ofBank], request)).toMatchObject({
      refusal: { kind: 'plan-lenders-differ' },
    })
  })

  it('[N6] states what it takes over, its cost and its saving', () => {
    const { newLoan, parts, cost, oldRatePpm, saved } = valueOf(quotePlan(old, request))
    expect(sumOfParts(parts)).toBe(add(newLoan.amount, parts.penalty))
    const penalties = newLoan.instalments.map(({ due }) => due.penalty)
    expect(sum(penalties)).toBe(parts.penalty)
    expect(parts).toMatchObject({ fee: 0n, principal: 15_000_00n })
    expect(parts.penalty).toBeGreaterThan(0n)
    expect(cost.simplePpm / 1_000n).toBe(72n)
    expect(oldRatePpm).toBe(120_000n)
    // Three times as many instalments cost more, although their rate is lower.
    expect(totalOwed([newLoan])).toBeGreaterThan(totalOwed(loans))
    expect(saved).toBe(0n)
  })

  it('[N6] saves what its bills are less than those of the old loans with their coupons, and never less than nothing', () => {
    const terms = { amount: fen(6_000_00n), annualRatePpm: 72_000n }
    const plain = specimenLoan(terms)
    const favoured = withCoupon(plain, { kind: 'interest-share-off', sharePpm: 200_000n })
    expect(displayYuan(interestSaving(plain, 12))).toBe('46.82')
    expect(displayYuan(interestSaving(favoured, 12))).toBe('9.19')
    expect(interestSaving(favoured, 60)).toBe(0n)
  })

  it('[N6] is refused if its cost would exceed the cap', () => {
    const dear = specimenOldLoan({ loan: specimenLoan({ annualRatePpm: 450_000n }) })
    expect(quotePlan([dear], request)).toMatchObject({ refusal: { kind: 'cost-above-cap' } })
  })
})
