import { describe, expect, it } from 'vitest'
import type { Step } from './replay.ts'
import { replayWritten } from './testing/written-history.ts'

const stepsOf = (loan: object, operations: readonly object[], coupon?: object) =>
  replayWritten({ loan, coupon, operations }).steps

const fenOf = (yuan: unknown) => Math.round(Number(yuan) * 100)

/** The total of each instalment that is still to be paid. */
function billsOf(step: Step | undefined): number[] {
  return (step?.instalments ?? []).map(
    ({ principal, interest, penalty, fee, waived, paid }) =>
      fenOf(principal) +
      fenOf(interest) +
      fenOf(penalty) +
      fenOf(fee) -
      fenOf(waived) -
      fenOf(paid),
  )
}

const twelve = { amount: 12_000, rate: '12%', months: 12, start: '2026-01-15' }

describe('a part repayment that keeps the instalment', () => {
  it('[R9] leaves every instalment as it was, fewer of them, however often it is made', () => {
    const steps = stepsOf(twelve, [
      { on: '2026-02-15', do: 'payDue' },
      { on: '2026-02-16', do: 'repayPart', amount: '2000', keep: 'instalment' },
      { on: '2026-02-17', do: 'repayPart', amount: '2000', keep: 'instalment' },
    ])
    for (const step of steps.slice(1)) {
      const [paid, ...bills] = billsOf(step)
      expect(paid).toBe(0)
      expect(new Set(bills.slice(0, -1))).toEqual(new Set([1066_19]))
      expect(bills.at(-1)).toBeLessThan(1066_19)
    }
    expect(steps.map(({ instalments }) => instalments.length)).toEqual([12, 10, 8])
  })

  it('[R9] keeps it after forbearance, and with less than an instalment', () => {
    const steps = stepsOf(twelve, [
      { on: '2026-02-15', do: 'payDue' },
      { on: '2026-02-20', do: 'forbear', days: 30 },
      { on: '2026-02-25', do: 'repayPart', amount: '500', keep: 'instalment' },
      { on: '2026-02-25', do: 'repayPart', amount: '3000', keep: 'instalment' },
    ])
    const before = billsOf(steps[1])
    const small = billsOf(steps[2])
    expect(small.every((bill, index) => bill <= (before[index] ?? 0))).toBe(true)
    expect(new Set(small.slice(2, -1))).toEqual(new Set([1066_19]))
    expect(new Set(billsOf(steps[3]).slice(1, -1))).toEqual(new Set([1066_19]))
    const [, next] = billsOf(
      stepsOf(twelve, [
        { on: '2026-02-15', do: 'payDue' },
        { on: '2026-02-20', do: 'repayPart', amount: '500', keep: 'instalment' },
      ])[1],
    )
    expect(next).toBe(1066_19)
  })

  it('[R9] a bill that a forbearance made larger is the instalment again', () => {
    const steps = stepsOf(twelve, [
      { on: '2026-01-20', do: 'forbear', days: 90 },
      { on: '2026-01-21', do: 'repayPart', amount: '2000', keep: 'instalment' },
    ])
    // 90 days on 12,000.00 are 360.00 more.
    expect(billsOf(steps[0])[0]).toBe(1426_19)
    const bills = billsOf(steps[1])
    expect(new Set(bills.slice(0, -1))).toEqual(new Set([1066_19]))
    expect(bills.length).toBeLessThan(12)
    expect(bills.at(-1)).toBeLessThan(1066_19)
  })
})

/** What the borrower has paid in all, less what was sent back. */
function totalOf(steps: readonly Step[]): number {
  return steps.reduce((total, { paid }) => total + Math.round(Number(paid) * 100), 0)
}

const payDueOn = (...days: readonly string[]) => days.map((on) => ({ on, do: 'payDue' }))
const threeBills = payDueOn('2026-02-15', '2026-03-15', '2026-04-15')

describe('a sum off', () => {
  const loan = {
    amount: 28_000,
    rate: '18%',
    months: 3,
    method: 'interest-first',
    start: '2026-01-15',
  }
  const on = '2026-01-15'

  const repayPart = (amount: string) => ({ on, do: 'repayPart', amount, keep: 'term' })

  it('[K5] costs the same however an early part repayment is split', () => {
    const coupon = { kind: 'sum-off', amount: 420 }
    const whole = [repayPart('9100'), ...threeBills]
    const split = [repayPart('100'), repayPart('9000'), ...threeBills]
    const bare = stepsOf(loan, split)
    // Without the coupon, the first bill is 283.50.
    expect(bare[2]?.paid).toBe('283.50')
    expect(totalOf(stepsOf(loan, split, coupon))).toBe(totalOf(bare) - 283_50)
    expect(totalOf(stepsOf(loan, whole, coupon))).toBe(totalOf(bare) - 283_50)
  })

  it('[K5, T2] a larger one never costs more, and a late rate cut costs what one in time costs', () => {
    const small = { amount: 1_000, rate: '23.4%', months: 3, start: on }
    const [first, ...later] = threeBills
    const cut = { do: 'cutRate', rate: '7.2%' }
    const inTime = [{ ...cut, on }, ...threeBills]
    const late = [first ?? {}, { ...cut, on: '2026-02-20', from: '2026-01-16' }, ...later]
    const totals = [0.01, 300, 340, 346.42].map((amount) => {
      const coupon = { kind: 'sum-off', amount }
      const total = totalOf(stepsOf(small, inTime, coupon))
      expect(totalOf(stepsOf(small, late, coupon))).toBe(total)
      return total
    })
    expect(totals).toEqual([1012_01, 712_02, 674_68, 674_68])
  })
})

describe('a converted bill that is the last one', () => {
  const loan = {
    amount: 50_000,
    rate: '23.4%',
    months: 3,
    method: 'interest-first',
    start: '2026-01-15',
  }

  it('[N3] is the bill of its due date, and costs less before that date', () => {
    const steps = stepsOf(loan, [
      ...payDueOn('2026-02-15', '2026-03-15'),
      { on: '2026-03-30', do: 'convertBill', months: 3 },
      ...payDueOn('2026-04-05', '2026-04-15', '2026-05-15'),
    ])
    expect(steps.slice(2, 5).map(({ payoff }) => payoff)).toEqual([
      '50487.50',
      '50682.50',
      '50975.00',
    ])
    const [paid = 0, owed = 0] = [steps[5]?.paid, steps[5]?.payoff].map(Number)
    expect(Math.round((paid + owed) * 100)).toBe(51_969_01)
  })
})

describe('interest paid ahead', () => {
  it('[R15] is given back when the plan changes, as it is on settlement', () => {
    const loan = { ...twelve, amount: 50_000, rate: '23.4%', method: 'equal-principal' }
    const ahead = { on: '2026-01-16', do: 'payAhead', instalments: 1 }
    const on = '2026-01-20'
    const settle = { on, do: 'settle' }
    const whole = totalOf(stepsOf(loan, [ahead, settle]))
    const changes = [
      { on, do: 'cutRate', rate: '10%' },
      { on, do: 'forbear', days: 30 },
      { on, do: 'repayPart', amount: '5000', keep: 'term' },
    ]
    for (const change of changes) {
      const steps = stepsOf(loan, [ahead, change, settle])
      expect(steps.map(({ ok }) => ok)).toEqual([true, true, true])
      expect(totalOf(steps)).toBe(whole)
      const back = Number(steps[1]?.paid) - (change.do === 'repayPart' ? 5000 : 0)
      // 4,166.67 bore no interest for the 29 days after the payment; with a part repayment, 5,000
      // less what accrued for 25 days more.
      expect(back).toBeLessThan(-78)
    }
  })
})

describe('a deferral', () => {
  it('[R9] does not prevent an early part repayment while nothing is due', () => {
    const steps = stepsOf(twelve, [
      { on: '2026-02-15', do: 'defer', days: 20 },
      { on: '2026-02-20', do: 'repayPart', amount: '2000', keep: 'instalment' },
      { on: '2026-02-20', do: 'settle' },
    ])
    // 120.00 of the bill, five days on its principal, and five days on the rest.
    expect(steps[1]?.paid).toBe('2000.00')
    expect(steps[1]?.payoff).toBe('10140.00')
    expect(steps[1]?.instalments[0]).toMatchObject({ dueDate: '2026-03-07', paid: '121.58' })
    expect(
      billsOf(steps[1])
        .slice(1, -1)
        .every((bill) => bill === 1066_19),
    ).toBe(true)
    expect(totalOf(steps)).toBe(12_140_00)
  })
})

describe('forbearance', () => {
  it('[C2] counts due dates in months from the first moved one, bills in arrears included', () => {
    const [step] = stepsOf({ ...twelve, start: '2026-01-31' }, [
      { on: '2026-04-10', do: 'forbear', days: 60 },
    ])
    expect(step?.instalments.slice(0, 4).map(({ dueDate }) => dueDate)).toEqual([
      '2026-04-29',
      '2026-05-29',
      '2026-06-29',
      '2026-07-29',
    ])
  })

  it('[C2] moves a deferred bill from the date it was deferred to', () => {
    const steps = stepsOf(twelve, [
      { on: '2026-02-15', do: 'defer', days: 10 },
      { on: '2026-02-20', do: 'forbear', days: 30 },
    ])
    expect(steps[1]?.instalments.slice(0, 3).map(({ dueDate }) => dueDate)).toEqual([
      '2026-03-27',
      '2026-04-27',
      '2026-05-27',
    ])
  })
})

describe('a waiver of all interest', () => {
  it('[W3] a waiver of all interest of a bill without principal is taken up without a payment', () => {
    const loan = { ...twelve, method: 'interest-first' }
    const steps = stepsOf(loan, [
      { on: '2026-03-20', do: 'pay', amount: '120' },
      { on: '2026-04-20', do: 'waive', interest: '100%', penalty: '100%' },
    ])
    expect(steps[1]).toMatchObject({ ok: true, paid: '0.00', due: '0.00', daysLate: 0 })
  })
})
