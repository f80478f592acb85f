import { describe, expect, it } from 'vitest'
import { addDays, localDate } from '#calendar/local-date.ts'
import { isSettled } from '#loans/loan.ts'
import { fen } from '#money/money.ts'
import { payoffOn } from '#repayment/early-full.ts'
import { joinLoans } from '#restructure/personalised-plan.ts'
import { specimenLoan, valueOf } from '#specimen.ts'

const today = localDate('2026-04-01')
const loans = [specimenLoan(), specimenLoan({ amount: fen(3000_00n), annualRatePpm: 180_000n })]
const plan = { annualRatePpm: 60_000n, months: 36, today }

describe('a personalised plan', () => {
  it('[N1] joins late loans into one new IOU that takes over every fen', () => {
    const { newLoan, settled } = valueOf(joinLoans(loans, plan))
    const owed = loans
      .map((loan) => payoffOn(today, loan))
      .reduce((left, right) => fen(left + right))
    expect(newLoan).toMatchObject({ amount: owed, start: today, annualRatePpm: 60_000n })
    expect(newLoan.instalments).toHaveLength(36)
    expect(settled.map(({ loan, overpaid }) => [isSettled(loan), overpaid])).toEqual([
      [true, 0n],
      [true, 0n],
    ])
  })

  it.each([
    [{ months: 5 }, 'term-not-offered'],
    [{ months: 61 }, 'term-not-offered'],
    [{ annualRatePpm: 120_000n }, 'rate-not-lower'],
    [{ annualRatePpm: -1n }, 'rate-not-lower'],
    [{ today: localDate('2026-02-15') }, 'not-late-enough'],
  ] as const)('[N2] is refused: %o', (changes, kind) => {
    expect(joinLoans(loans, { ...plan, ...changes })).toMatchObject({ refusal: { kind } })
  })

  it('[N2] is refused for no loan, and for one that is not late', () => {
    expect(joinLoans([], plan)).toMatchObject({ refusal: { kind: 'not-late-enough' } })
    const fresh = specimenLoan({ start: addDays(today, -3) })
    expect(joinLoans([...loans, fresh], plan)).toMatchObject({
      refusal: { kind: 'not-late-enough' },
    })
  })
})
