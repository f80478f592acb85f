import { describe, expect, it } from 'vitest'
import { addDays, localDate } from '#calendar/local-date.ts'
import { isSettled } from '#loans/loan.ts'
import { fen } from '#money/money.ts'
import { billsOf } from '#repayment/bill.ts'
import { payoffOn } from '#repayment/early-repayment.ts'
import { grantForbearance } from '#repayment/forbearance.ts'
import { billThrough, dueOn, receivePayment, repayThrough } from '#repayment/repay.ts'
import { specimenLoan, valueOf } from '#specimen.ts'

const loan = specimenLoan()
const dueDate = localDate('2026-02-15')

function parts(daysLate: number) {
  const payment = { amount: fen(1010_00n), today: addDays(dueDate, daysLate) }
  return valueOf(receivePayment(loan, payment)).allocations[0]?.parts
}

describe('repayment', () => {
  it('[R4] settles the oldest instalment first: fees, penalty, interest, principal', () => {
    const today = addDays(dueDate, 29)
    const { allocations, overpaid } = valueOf(
      receivePayment(loan, { amount: fen(1200_00n), today }),
    )
    expect(allocations).toEqual([
      { n: 1, parts: { fee: 0n, penalty: 14_50n, interest: 120_00n, principal: 1000_00n } },
      { n: 2, parts: { fee: 0n, penalty: 0n, interest: 65_50n, principal: 0n } },
    ])
    expect(overpaid).toBe(0n)
  })

  it('[R5] reverses the order for a loan more than 90 days overdue', () => {
    expect(parts(90)).toMatchObject({ penalty: 45_00n, interest: 120_00n, principal: 845_00n })
    expect(parts(91)).toMatchObject({ penalty: 0n, interest: 10_00n, principal: 1000_00n })
  })

  it('[R6] is due in the sum of the open instalments due by the day', () => {
    expect(dueOn(addDays(dueDate, -1), loan)).toBe(0n)
    expect(dueOn(dueDate, loan)).toBe(1120_00n)
    const { loan: paid } = valueOf(receivePayment(loan, { amount: fen(20_00n), today: dueDate }))
    expect(dueOn(dueDate, paid)).toBe(1100_00n)
  })

  it('[R7] never loses an overpayment', () => {
    const payment = { amount: fen(2000_00n), today: dueDate }
    const { loan: paid, overpaid } = valueOf(receivePayment(loan, payment))
    expect(overpaid).toBe(880_00n)
    expect(valueOf(receivePayment(paid, payment))).toMatchObject({ overpaid: 2000_00n, loan: paid })
    expect(receivePayment(loan, { amount: fen(0n), today: dueDate }).ok).toBe(false)
  })

  it('[R11] asks for the payoff when all that is open is due, with credit set off', () => {
    const start = localDate('2026-01-15')
    const opened = specimenLoan({ months: 1, annualRatePpm: 234_000n })
    const { loan: moved } = valueOf(grantForbearance(opened, { days: 60, today: start }))
    const ahead = { amount: fen(11_000_00n), through: 1, today: addDays(start, 1) }
    const { loan: paid } = valueOf(repayThrough(moved, ahead))
    const today = addDays(dueDate, 60)
    const payoff = payoffOn(today, paid)
    const through = valueOf(billThrough(paid, { through: 1, today }))
    expect([payoff, dueOn(today, paid), through]).toEqual([1106_26n, 1106_26n, 1106_26n])
    expect(billsOf(paid, today)).toMatchObject([{ state: 'due', amount: 1106_26n }])
    const ended = valueOf(receivePayment(paid, { amount: payoff, today }))
    expect(isSettled(ended.loan)).toBe(true)
    expect(ended.overpaid).toBe(0n)
    // A part of it lowers what is due by its amount, and more than it goes back.
    const part = valueOf(receivePayment(paid, { amount: fen(500_00n), today }))
    expect(dueOn(today, part.loan)).toBe(606_26n)
    expect(valueOf(receivePayment(paid, { amount: fen(1702_00n), today })).overpaid).toBe(595_74n)
  })
})
