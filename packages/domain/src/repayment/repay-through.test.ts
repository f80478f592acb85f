import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, localDate } from '#calendar/local-date.ts'
import { isSettled, sumOfParts } from '#loans/loan.ts'
import { fen, sum } from '#money/money.ts'
import { dueOn, receivePayment, billThrough, lastPayable, repayThrough } from '#repayment/repay.ts'
import { specimenLoan, valueOf } from '#specimen.ts'

const loan = specimenLoan()
const dueDate = localDate('2026-02-15')

describe('repayment through an instalment', () => {
  it('[R12] is possible before its due date, once its period has begun', () => {
    expect(lastPayable(loan, localDate('2026-01-20'))).toBe(1)
    expect(lastPayable(loan, dueDate)).toBe(2)
    const ask = { through: 1, today: localDate('2026-01-20') }
    expect(valueOf(billThrough(loan, ask))).toBe(1120_00n)
    const later = billThrough(loan, { ...ask, through: 2 })
    expect(later).toEqual({ ok: false, refusal: { kind: 'older-instalment-first', n: 1 } })
  })

  it('[R12] includes every older instalment and its penalty', () => {
    const today = addDays(dueDate, 28)
    const bill = valueOf(billThrough(loan, { through: 2, today }))
    expect(bill).toBe(dueOn(today, loan))
    const { loan: paid, overpaid } = valueOf(
      repayThrough(loan, { amount: bill, today, through: 2 }),
    )
    expect(overpaid).toBe(0n)
    expect(dueOn(today, paid)).toBe(0n)
  })

  it('[R12] refunds what another payment has settled meanwhile', () => {
    const today = localDate('2026-02-10')
    const amount = valueOf(billThrough(loan, { through: 1, today }))
    const first = valueOf(repayThrough(loan, { amount, today, through: 1 })).loan
    expect(valueOf(repayThrough(first, { amount, today, through: 1 })).overpaid).toBe(amount)
  })

  it('[R12] allocates every fen, and costs no more than waiting for the due date', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 300 }),
        fc.bigInt({ min: 1n, max: 20_000_00n }),
        (days, size) => {
          const today = addDays(localDate('2026-01-15'), days)
          const through = lastPayable(loan, today) ?? 1
          const payment = { amount: fen(size), today, through }
          const { allocations, overpaid } = valueOf(repayThrough(loan, payment))
          const shared = sum(allocations.map(({ parts }) => sumOfParts(parts)))
          expect(shared + overpaid).toBe(size)
        },
      ),
    )
    const early = valueOf(billThrough(loan, { through: 1, today: localDate('2026-01-16') }))
    expect(early).toBe(dueOn(dueDate, loan))
  })

  it('[R12] settles the loan when the last instalment is paid', () => {
    let now = loan
    for (const { n, period } of loan.instalments) {
      const today = addDays(period.from, 1)
      const amount = valueOf(billThrough(now, { through: n, today }))
      now = valueOf(repayThrough(now, { amount, today, through: n })).loan
    }
    expect(isSettled(now)).toBe(true)
    const again = receivePayment(now, { amount: fen(1n), today: dueDate })
    expect(valueOf(again).overpaid).toBe(1n)
  })
})
