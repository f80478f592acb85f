import { describe, expect, it } from 'vitest'
import { addDays, localDate } from '#calendar/local-date.ts'
import { principalOutstanding } from '#loans/loan.ts'
import { fen } from '#money/money.ts'
import { payoffOn, repayInPart } from '#repayment/early-repayment.ts'
import { withPenaltyUntil } from '#repayment/penalty.ts'
import { grantForbearance } from '#repayment/forbearance.ts'
import { dueOn, receivePayment } from '#repayment/repay.ts'
import { defaultPlan, isInDefault } from './plan-default.ts'
import { specimenLoan, valueOf } from '#specimen.ts'

const loan = specimenLoan()
/** The day after the second due date, with nothing paid. */
const today = localDate('2026-03-16')

describe('plan default', () => {
  it('[N4] occurs when two instalments are unpaid past their due dates', () => {
    expect(isInDefault(addDays(today, -1), loan)).toBe(false)
    expect(isInDefault(today, loan)).toBe(true)
    const payment = { amount: fen(1120_00n), today: localDate('2026-02-15') }
    const { loan: paid } = valueOf(receivePayment(loan, payment))
    expect(isInDefault(today, paid)).toBe(false)
    expect(defaultPlan(paid, today)).toMatchObject({ refusal: { kind: 'not-late-enough' } })
  })

  it('[N4] makes the rest due at once, with interest up to the day and none after it', () => {
    const after = valueOf(defaultPlan(loan, today))
    expect(after.instalments.map(({ n, dueDate }) => [n, dueDate])).toEqual([
      [1, '2026-02-15'],
      [2, '2026-03-15'],
      [3, '2026-03-16'],
    ])
    expect(after.instalments[2]?.due).toMatchObject({ principal: 10_000_00n, interest: 3_33n })
    expect(dueOn(today, after)).toBe(payoffOn(today, loan))
    const later = addDays(today, 3)
    expect(after.instalments.at(-1)?.due.interest).toBe(3_33n)
    expect(payoffOn(later, after)).toBeGreaterThanOrEqual(payoffOn(today, after))
  })

  it('[N4] leads to penalty on the amount due, from the day after and beyond the grace period', () => {
    const after = valueOf(defaultPlan(loan, today))
    const penaltyOf = (days: number) =>
      dueOn(addDays(today, days), after) - dueOn(addDays(today, days - 1), after)
    const ofLateOnes = 1_00n
    expect(penaltyOf(3)).toBe(50n + 4n * 50n)
    expect(penaltyOf(4)).toBe(ofLateOnes + 4n * 5_00n)
    expect(penaltyOf(5)).toBe(ofLateOnes + 5_00n)
  })

  it('[R9] takes no early part, as all of it is due', () => {
    const after = valueOf(defaultPlan(loan, today))
    for (const day of [today, addDays(today, 40)]) {
      expect(repayInPart(after, { amount: fen(500_00n), today: day })).toEqual({
        ok: false,
        refusal: { kind: 'instalments-due-first' },
      })
    }
    const paid = valueOf(receivePayment(after, { amount: payoffOn(today, after), today })).loan
    expect(repayInPart(paid, { amount: fen(500_00n), today })).toMatchObject({
      refusal: { kind: 'nothing-owed' },
    })
  })

  it('[N4] keeps what was paid', () => {
    const payment = { amount: fen(500_00n), today: localDate('2026-02-15') }
    const before = valueOf(receivePayment(loan, payment)).loan
    const after = valueOf(defaultPlan(before, today))
    expect(principalOutstanding(after)).toBe(principalOutstanding(before))
    // Its penalty is recorded on the day.
    expect(after.instalments[0]).toEqual(withPenaltyUntil(today, before).instalments[0])
  })

  it('[N4] brings nothing forward once the last due date has passed', () => {
    const over = localDate('2027-01-16')
    expect(valueOf(defaultPlan(loan, over))).toEqual(loan)
  })

  it('[N4] includes instalments paid ahead, with the same payoff', () => {
    const plain = specimenLoan({ method: 'interest-first' })
    const before = {
      ...plain,
      instalments: plain.instalments.map((row) =>
        row.n === 3 ? { ...row, waived: row.due } : row,
      ),
    }
    const after = valueOf(defaultPlan(before, today))
    expect(payoffOn(today, after)).toBe(payoffOn(today, before))
    expect(after.instalments.at(-1)).toMatchObject({
      n: 3,
      period: { from: '2026-03-15', to: '2026-03-16', days360: 1 },
    })
  })

  it('[N4, L8] keeps a payoff that is half a fen above a whole fen', () => {
    const start = localDate('2023-01-01')
    const terms = { amount: fen(27_300_00n), annualRatePpm: 134_000n, months: 3, start } as const
    const bare = specimenLoan({ ...terms, method: 'interest-first' })
    const forborne = valueOf(
      grantForbearance(bare, { days: 33, today: localDate('2023-03-06') }),
    ).loan
    const day = localDate('2023-04-27')
    expect(payoffOn(day, valueOf(defaultPlan(forborne, day)))).toBe(payoffOn(day, forborne))
  })
})
