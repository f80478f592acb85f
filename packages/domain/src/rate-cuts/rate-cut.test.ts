import { describe, expect, it } from 'vitest'
import { addDays, localDate } from '#calendar/local-date.ts'
import { cutRate } from '#rate-cuts/rate-cut.ts'
import { payoffOn, repayInFull, repayInPart } from '#repayment/early-repayment.ts'
import { dueOn } from '#repayment/repay.ts'
import { fen } from '#money/money.ts'
import { specimenLoan, valueOf } from '#specimen.ts'

const loan = specimenLoan()
const today = localDate('2026-01-25')
const half = { annualRatePpm: 60_000n, from: addDays(today, 1), today }

describe('a rate cut', () => {
  it('[T1] charges the days before it at the old rate and the days after it at the new rate', () => {
    const cut = valueOf(cutRate(loan, half)).loan
    expect(cut.instalments.slice(0, 2).map(({ due }) => due)).toMatchObject([
      { principal: 1000_00n, interest: 40_00n + 40_00n },
      { principal: 1000_00n, interest: 55_00n },
    ])
    expect(payoffOn(today, cut)).toBe(12_040_00n)
    expect(payoffOn(addDays(today, 10), cut)).toBe(12_060_00n)
  })

  it('[T1] leaves an overdue instalment unchanged; its penalty accrues at the lower rate from then on', () => {
    const late = localDate('2026-02-25')
    const cut = valueOf(cutRate(loan, { ...half, today: late, from: addDays(late, 1) })).loan
    expect(dueOn(late, cut)).toBe(1125_00n)
    expect(dueOn(addDays(late, 10), cut)).toBe(1127_50n)
  })

  it('[T1] still lowers the penalty when the last period is over', () => {
    const single = specimenLoan({ amount: fen(1000_00n), months: 1 })
    const late = localDate('2026-02-25')
    const cut = valueOf(cutRate(single, { ...half, today: late, from: addDays(late, 1) })).loan
    expect(dueOn(addDays(late, 10), cut)).toBe(1010_00n + 5_00n + 2_50n)
  })

  it('[T1] is refused for a rate that is not lower, and for a day out of range', () => {
    const refusal = (changes: Partial<typeof half>, subject = loan) => {
      const outcome = cutRate(subject, { ...half, ...changes })
      return outcome.ok ? 'granted' : outcome.refusal.kind
    }
    expect(refusal({ annualRatePpm: 120_000n })).toBe('rate-not-lower')
    expect(refusal({ annualRatePpm: -1n })).toBe('rate-not-lower')
    expect(refusal({ from: addDays(today, 2) })).toBe('rate-cut-date-out-of-range')
    expect(refusal({ from: loan.start })).toBe('rate-cut-date-out-of-range')
    expect(refusal({ today: localDate('2026-02-20') })).toBe('granted')
    const part = valueOf(repayInPart(loan, { amount: fen(500_00n), today })).loan
    expect(refusal({ from: today }, part)).toBe('rate-cut-date-out-of-range')
    const payment = { amount: payoffOn(today, loan), today }
    expect(refusal({}, valueOf(repayInFull(loan, payment)).loan)).toBe('nothing-owed')
  })
})
