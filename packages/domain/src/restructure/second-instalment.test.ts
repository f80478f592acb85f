import { describe, expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { principalOutstanding } from '#loans/loan.ts'
import { fen } from '#money/money.ts'
import { receivePayment } from '#repayment/repay.ts'
import { payoffOn } from '#repayment/early-full.ts'
import { repayInPart } from '#repayment/early-part.ts'
import { spreadBill } from '#restructure/second-instalment.ts'
import { specimenLoan, valueOf } from '#specimen.ts'

const loan = specimenLoan()
const today = localDate('2026-02-10')

describe('a second instalment', () => {
  it('[N3] turns the next bill into an IOU of its own, from its due date on', () => {
    const { newLoan, settled } = valueOf(spreadBill(loan, { months: 3, today }))
    expect(newLoan).toMatchObject({
      amount: 1120_00n,
      start: '2026-02-15',
      annualRatePpm: 120_000n,
    })
    expect(newLoan.instalments.map(({ dueDate }) => dueDate)).toEqual([
      '2026-03-15',
      '2026-04-15',
      '2026-05-15',
    ])
    const [old] = settled
    expect(old).toMatchObject({
      overpaid: 0n,
      allocations: [{ n: 1, parts: { interest: 120_00n } }],
    })
    expect(old && principalOutstanding(old.loan)).toBe(11_000_00n)
    expect(old && payoffOn(localDate('2026-02-25'), old.loan)).toBe(11_000_00n + 36_67n)
  })

  it('[N3] is given on the due date still', () => {
    const { newLoan } = valueOf(spreadBill(loan, { months: 12, today: localDate('2026-02-15') }))
    expect(newLoan.start).toBe('2026-02-15')
  })

  it('[N3] leaves the plan behind the bill open to early repayment', () => {
    const [old] = valueOf(spreadBill(loan, { months: 3, today })).settled
    const after = old && valueOf(repayInPart(old.loan, { amount: fen(5500_00n), today })).loan
    expect(after?.instalments.slice(0, 2).map(({ due }) => due)).toMatchObject([
      { principal: 1000_00n, interest: 120_00n },
      { principal: 6000_00n, interest: 55_00n },
    ])
  })

  it.each([
    [{ months: 4 }, 'term-not-offered'],
    [{ today: localDate('2026-02-16') }, 'bill-overdue'],
  ] as const)('[N3] is refused: %o', (changes, kind) => {
    expect(spreadBill(loan, { months: 3, today, ...changes })).toMatchObject({ refusal: { kind } })
  })

  it('[N3] is refused while the next bill has not begun', () => {
    const payment = { amount: fen(1120_00n), today: localDate('2026-02-15') }
    const paid = valueOf(receivePayment(loan, payment)).loan
    expect(spreadBill(paid, { months: 3, today })).toMatchObject({
      refusal: { kind: 'nothing-owed' },
    })
  })
})
