import { describe, expect, it } from 'vitest'
import { addDays, localDate } from '#calendar/local-date.ts'
import { fen } from '#money/money.ts'
import { withPenaltyUntil } from '#repayment/penalty.ts'
import { dueOn, receivePayment } from '#repayment/repay.ts'
import { specimenLoan, valueOf } from '#specimen.ts'

// 1000.00 of principal at 18 % a year: 0.50 a day.
const loan = specimenLoan()
const dueDate = localDate('2026-02-15')
const bill = 1120_00n

describe('penalty', () => {
  it('[R1] accrues on overdue principal at one and a half times the rate, from the day after the due date', () => {
    expect(dueOn(addDays(dueDate, 10), loan)).toBe(bill + 5_00n)
    expect(dueOn(addDays(dueDate, 28), loan)).toBe(bill + 1110_00n + 14_00n)
  })

  it('[R2] is zero inside the grace period, and counts from the due date after it', () => {
    expect([0, 1, 3, 4].map((days) => dueOn(addDays(dueDate, days), loan) - bill)).toEqual([
      0n,
      0n,
      0n,
      2_00n,
    ])
  })

  it('[R2] accrues after the grace period only on what was not paid inside it', () => {
    const payment = { amount: fen(620_00n), today: addDays(dueDate, 2) }
    const halfPaid = valueOf(receivePayment(loan, payment)).loan
    expect(dueOn(addDays(dueDate, 10), halfPaid)).toBe(500_00n + 2_50n)
  })

  it('[R3] does not depend on how often it was recorded or computed', () => {
    const everyDay = Array.from({ length: 20 }, (_, day) => addDays(dueDate, day))
    for (const day of everyDay) dueOn(day, loan)
    const once = withPenaltyUntil(addDays(dueDate, 20), loan)
    expect(withPenaltyUntil(addDays(dueDate, 20), once)).toEqual(once)
    expect(once.instalments[0]?.due.penalty).toBe(10_00n)
  })
})
