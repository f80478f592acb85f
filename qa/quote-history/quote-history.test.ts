import { describe, expect, it } from 'vitest'
import { runQuote } from '#quote.ts'
import { replayWritten, writeInput } from './testing/written-history.ts'

const loan = {
  amount: 50_000,
  rate: '23.4%',
  months: 3,
  method: 'interest-first',
  start: '2026-01-15',
  dayCount: '30/360',
  rounding: 'half-up',
}

const stepsOf = (operations: readonly object[], more: object = {}) =>
  replayWritten({ loan, operations, ...more }).steps

describe('a history from a file', () => {
  it('shows each step with the amounts paid, due and owed after it', () => {
    const steps = stepsOf([
      { on: '2026-02-15', do: 'payDue' },
      { on: '2026-02-20', do: 'cutRate', rate: '10.8%', from: '2026-02-01' },
      { on: '2026-02-25', do: 'settle' },
    ])
    expect(steps).toMatchObject([
      { on: '2026-02-15', do: 'payDue', ok: true, paid: '975.00', due: '0.00', payoff: '50000.00' },
      { ok: true, paid: '-245.00', payoff: '50075.00', daysLate: 0 },
      { ok: true, paid: '50150.00', payoff: '0.00' },
    ])
    expect(steps[1]?.instalments[0]).toEqual({
      n: 1,
      dueDate: '2026-02-15',
      principal: '0.00',
      interest: '730.00',
      penalty: '0.00',
      fee: '0.00',
      waived: '0.00',
      paid: '730.00',
    })
    expect(steps[0]?.entries).toEqual([
      { debit: 'interest', credit: 'interest-income', amount: '975.00' },
      { debit: 'clearing', credit: 'interest', amount: '975.00' },
    ])
  })

  it('replays every operation, and states why one is refused', () => {
    const steps = stepsOf([
      { on: '2026-01-20', do: 'pay', amount: '1.00' },
      { on: '2026-01-20', do: 'repayPart', amount: '20000', keep: 'term' },
      { on: '2026-01-21', do: 'payAhead', instalments: 1 },
      { on: '2026-02-16', do: 'convertBill', months: 3 },
      { on: '2026-02-17', do: 'forbear', days: 30 },
      { on: '2026-02-17', do: 'defer', days: 31 },
      { on: '2026-02-10', do: 'payDue' },
      { on: '2026-08-20', do: 'waive', penalty: '50%', interest: '10%' },
    ])
    expect(steps.map(({ ok, reason }) => (ok ? 'ok' : reason))).toEqual([
      'nothing-due',
      'ok',
      'ok',
      'ok',
      'ok',
      'nothing-to-defer',
      'date-out-of-range',
      'ok',
    ])
    expect(steps[4]?.payoff).toBe(steps[5]?.payoff)
  })

  it.each([
    [{ kind: 'sum-off', amount: 50 }, '50000.00'],
    [{ kind: 'share-off', share: '50%' }, '50162.50'],
    [{ kind: 'interest-free', days: 10 }, '50000.00'],
  ])('applies the coupon %o', (coupon, payoff) => {
    const [step] = stepsOf([{ on: '2026-01-25', do: 'payDue' }], { coupon })
    expect(step?.payoff).toBe(coupon.kind === 'sum-off' ? '50275.00' : payoff)
  })

  it('prints a readable account without --json', () => {
    const operations = [{ on: '2026-02-15', do: 'payDue' }]
    const { out } = runQuote(['--history', writeInput({ loan, operations })])
    expect(out).toContain('2026-02-15  payDue')
    expect(out).toContain('clearing from interest: 975.00')
  })

  it.each([
    ['no JSON', 'the file is not JSON'],
    [{ loan: { ...loan, amount: 'much' }, operations: [] }, 'loan: amount-malformed'],
    [{ loan }, 'operations: not a list'],
    [{ loan, operations: [{ on: '2026-02-30', do: 'payDue' }] }, 'operations[0].on'],
    [{ loan, operations: [{ on: '2026-02-15', do: 'dance' }] }, 'dance is not known'],
    [{ loan, operations: [{ on: '2026-02-15', do: 'pay', amount: -1 }] }, 'operations[0].amount'],
    [{ loan, coupon: { kind: 'gift' }, operations: [] }, 'coupon.kind'],
  ])('exits with 2 for invalid input: %o', (history, message) => {
    const { out, errors, exitCode } = runQuote(['--history', writeInput(history)])
    expect([out, exitCode]).toEqual(['', 2])
    expect(errors.join()).toContain(message)
  })
})
