import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, localDate } from '#calendar/local-date.ts'
import { fen, sum } from '#money/money.ts'
import { billsOf, penaltyOfADay } from '#repayment/bill.ts'
import { dueOn, receivePayment } from '#repayment/repay.ts'
import { specimenLoan, valueOf } from '#specimen.ts'

const loan = specimenLoan()
const dueDate = localDate('2026-02-15')
const statesOn = (days: number) =>
  billsOf(loan, addDays(dueDate, days))
    .slice(0, 3)
    .map(({ state }) => state)

describe('a bill', () => {
  it('[R11] is upcoming, then due, then overdue, each from its own day', () => {
    expect(statesOn(-1)).toEqual(['upcoming', 'upcoming', 'upcoming'])
    expect(statesOn(0)).toEqual(['due', 'upcoming', 'upcoming'])
    expect(statesOn(1)).toEqual(['overdue', 'upcoming', 'upcoming'])
    expect(statesOn(28)).toEqual(['overdue', 'due', 'upcoming'])
  })

  it('[R11] is settled once nothing is open, and overdue only while something is open', () => {
    const day = addDays(dueDate, 10)
    const paid = valueOf(receivePayment(loan, { amount: dueOn(day, loan), today: day })).loan
    expect(billsOf(paid, day)[0]).toMatchObject({ state: 'settled', daysOverdue: 0, amount: 0n })
    expect(billsOf(loan, day)[0]).toMatchObject({ state: 'overdue', daysOverdue: 10 })
  })

  it('[R11] adds up with the others to the amount due', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -5, max: 200 }),
        fc.bigInt({ min: 1n, max: 3_000_00n }),
        (days, amount) => {
          const today = addDays(dueDate, days)
          const partly = valueOf(receivePayment(loan, { amount: fen(amount), today })).loan
          const late = billsOf(partly, today).filter(({ dueDate: due }) => due <= today)
          expect(sum(late.map((bill) => bill.amount))).toBe(dueOn(today, partly))
        },
      ),
    )
  })

  it('[R11] adds a day of penalty tomorrow, and nothing while no penalty accrues', () => {
    expect(penaltyOfADay(loan, dueDate)).toBe(0n)
    expect(penaltyOfADay(loan, addDays(dueDate, 10))).toBe(50n)
    const today = addDays(dueDate, 10)
    const tomorrow = addDays(dueDate, 11)
    expect(dueOn(tomorrow, loan) - dueOn(today, loan)).toBe(50n)
  })
})
