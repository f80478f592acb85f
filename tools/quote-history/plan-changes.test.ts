import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runQuote } from '../operate/quote.ts'
import type { Step } from './replay.ts'

function stepsOf(loan: object, operations: readonly object[], coupon?: object): Step[] {
  const file = join(mkdtempSync(join(tmpdir(), 'history-')), 'history.json')
  writeFileSync(file, JSON.stringify({ loan, coupon, operations }))
  const { out, errors } = runQuote(['--history', file, '--json'])
  expect(errors).toEqual([])
  // Printed by the program under test.
  return (JSON.parse(out) as { steps: Step[] }).steps
}

/** The total of each instalment that is still to be paid. */
function billsOf(step: Step | undefined): number[] {
  const fenOf = (yuan: unknown) => Math.round(Number(yuan) * 100)
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
      { on: '2026-02-20', do: 'relieve', days: 30 },
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
})
