import { describe, expect, it } from 'vitest'
import { addDays, addMonths, localDate } from '#calendar/local-date.ts'
import { fen } from '#money/money.ts'
import { deferInstalment, deferralOptions } from './deferral.ts'
import { payoffOn } from '#repayment/early-repayment.ts'
import { dueOn, receivePayment } from '#repayment/repay.ts'
import { specimenLoan, valueOf } from '#specimen.ts'

const loan = specimenLoan()
const dueDate = localDate('2026-02-15')
const today = localDate('2026-02-10')

describe('deferral', () => {
  it('[D1] moves the current instalment; interest continues on its principal only', () => {
    const delayed = valueOf(deferInstalment(loan, { days: 15, today }))
    expect(delayed.instalments[0]).toMatchObject({
      dueDate: '2026-03-02',
      due: { interest: 125_00n },
    })
    expect(delayed.instalments[1]).toEqual(loan.instalments[1])
    expect(dueOn(addDays(dueDate, 14), delayed)).toBe(0n)
    expect(dueOn(addDays(dueDate, 15), delayed)).toBe(1125_00n)
    expect(dueOn(addDays(dueDate, 19), delayed)).toBe(1125_00n + 2_00n)
  })

  it('[L6] earns its interest day by day', () => {
    const delayed = valueOf(deferInstalment(loan, { days: 15, today }))
    const sixDaysIn = addDays(dueDate, 6)
    // 2.00 for the deferred 1000, 22.00 for the 11,000 of the next period.
    expect(payoffOn(sixDaysIn, delayed)).toBe(12_000_00n + 120_00n + 2_00n + 22_00n)
  })

  it('[D1] is granted inside the grace period too, without penalty', () => {
    const late = addDays(dueDate, 3)
    const delayed = valueOf(deferInstalment(loan, { days: 10, today: late }))
    expect(dueOn(addDays(dueDate, 10), delayed)).toBe(1120_00n + 3_33n)
  })

  it('[D1] is refused when it is too late, too long, or the third in a year', () => {
    expect(deferInstalment(loan, { days: 1, today: addDays(dueDate, 4) })).toMatchObject({
      refusal: { kind: 'too-late-to-defer', daysOverdueMax: 3 },
    })
    for (const days of [0, -1, 1.5, 28, 31, Number.NaN]) {
      expect(deferInstalment(loan, { days, today })).toMatchObject({
        refusal: { kind: 'deferral-out-of-range', daysMax: 27 },
      })
    }
    const once = valueOf(deferInstalment(loan, { days: 5, today }))
    const twice = valueOf(deferInstalment(once, { days: 5, today }))
    expect(twice.instalments[0]?.dueDate).toBe('2026-02-25')
    expect(deferInstalment(twice, { days: 5, today })).toMatchObject({
      refusal: { kind: 'deferrals-used-up', opensOn: addMonths(today, 12) },
    })
    expect(deferralOptions(twice, addDays(addMonths(today, 12), -1)).timesLeft).toBe(0)
    expect(deferralOptions(twice, addMonths(today, 12))).toMatchObject({
      timesLeft: 2,
      opensOn: undefined,
    })
    const paid = valueOf(receivePayment(loan, { amount: fen(1120_00n), today: dueDate })).loan
    expect(deferInstalment(paid, { days: 5, today })).toMatchObject({
      refusal: { kind: 'nothing-to-defer' },
    })
  })

  it('[D1] can be previewed: which instalment, how many days and how many times', () => {
    const room = deferralOptions(loan, today)
    expect(room).toMatchObject({ current: { n: 1 }, daysMax: 27, timesLeft: 2 })
    const once = valueOf(deferInstalment(loan, { days: 20, today }))
    expect(deferralOptions(once, today)).toMatchObject({ daysMax: 7, timesLeft: 1 })
    const tooEarly = addDays(loan.start, -1)
    expect(deferralOptions(loan, tooEarly)).toMatchObject({ current: undefined, daysMax: 0 })
  })
})
