import { describe, expect, it } from 'vitest'
import type { Step } from './replay.ts'
import { replayWritten } from './testing/written-history.ts'

const loan = {
  amount: 12_000,
  rate: '12%',
  months: 3,
  method: 'interest-first',
  start: '2026-01-15',
}

function after(operation: object): Step | undefined {
  return replayWritten({ loan, operations: [operation] }).steps[0]
}

function penaltyOf(step: Step | undefined) {
  return step?.instalments[2]?.['penalty']
}

describe('a history from a file', () => {
  it.each([
    ['each-instalment', ['10.00', '10.00', '10.00']],
    ['first-instalment', ['10.00', '0.00', '0.00']],
  ])('takes a fee with %s, and a first due date', (feeCharged, fees) => {
    const first = { ...loan, fee: '10.00', feeCharged, firstDue: '2026-03-01' }
    const { opening } = replayWritten({ loan: first, operations: [] })
    expect(opening.instalments.map(({ fee }) => fee)).toEqual(fees)
    // A month and 17 days.
    expect(opening.instalments[0]).toMatchObject({ dueDate: '2026-03-01', interest: '188.00' })
  })

  it('joins late loans into a plan, which defaults with two unpaid instalments', () => {
    const operations = [
      { on: '2026-02-25', do: 'consolidate', months: 6 },
      { on: '2026-03-01', do: 'default' },
      { on: '2026-05-01', do: 'default' },
    ]
    const { steps } = replayWritten({ loan, operations })
    expect(steps.map(({ ok, reason }) => reason ?? ok)).toEqual([true, 'not-late-enough', true])
    // 7.2 %, on interest of one month and ten days; no penalty on interest.
    expect(steps[0]?.instalments.filter((row) => row['loan'] === 2)).toHaveLength(6)
    expect(steps[0]?.payoff).toBe('12160.00')
    // Two instalments are overdue, and the rest is due today.
    const plan = steps[2]?.instalments.filter((row) => row['loan'] === 2) ?? []
    expect(plan.map(({ dueDate }) => dueDate)).toEqual(['2026-03-25', '2026-04-25', '2026-05-01'])
    expect(steps[2]?.due).toBe(steps[2]?.payoff)
  })

  it('returns all that was paid when the goods go back, once', () => {
    const operations = [
      { on: '2026-02-15', do: 'payDue' },
      { on: '2026-02-20', do: 'return' },
      { on: '2026-02-21', do: 'return' },
    ]
    const { steps } = replayWritten({ loan, operations })
    expect(steps[1]).toMatchObject({ ok: true, paid: '-120.00', payoff: '0.00' })
    expect(steps[2]).toMatchObject({ ok: false, reason: 'nothing-owed' })
  })

  it('counts penalty of a forbearance up to the day it was asked for', () => {
    const granted = { on: '2026-04-30', do: 'forbear', days: 90 }
    expect(penaltyOf(after(granted))).toBe('90.00')
    expect(penaltyOf(after({ ...granted, askedOn: '2026-04-25' }))).toBe('60.00')
    expect(after({ ...granted, askedOn: '2026-05-25' })).toMatchObject({ reason: 'date-malformed' })
  })
})
