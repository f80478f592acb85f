import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runQuote } from '#quote.ts'
import { writeInput } from './testing/written-history.ts'

const usual = ['--amount', '10000', '--rate', '12%', '--months', '12', '--start', '2026-11-15']

interface PublishedRow {
  n: number
  due_date: string
  principal: string
  interest: string
  due: string
  balance_after: string
}

interface PublishedExample {
  id: string
  kind: string
  day_count: string
  instalment_rounding: string
  loan: {
    principal: string
    annual_rate_pct: string
    start_date: string
    amortisation: string
    n_instalments: number
    grace_on_principal: number
  }
  checkpoints: [{ schedule: PublishedRow[]; totals: { interest: string } }]
}

// The file is stored as published; the fields above are those of its schedules.
const { vectors } = JSON.parse(
  readFileSync(new URL('../../packages/domain/vectors/published.json', import.meta.url), 'utf8'),
) as { vectors: PublishedExample[] }
const schedules = vectors.filter(({ kind }) => kind === 'schedule')

describe('the quote command', () => {
  it('prints a table by default', () => {
    const { out, errors } = runQuote(usual)
    expect(errors).toEqual([])
    expect(out.split('\n')).toHaveLength(15)
    expect(out).toContain('12  2027-11-15     879.67      8.80  888.47     0.00')
    expect(out).toContain('annualised cost 12.0001% (simple), 12.6826% (effective)')
  })

  it('prints JSON with --json', () => {
    const { out } = runQuote([...usual, '--method=interest-first', '--months', '1', '--json'])
    expect(JSON.parse(out)).toEqual({
      instalments: [
        {
          n: 1,
          dueDate: '2026-12-15',
          principal: '10000.00',
          interest: '100.00',
          amount: '10100.00',
          balance: '0.00',
        },
      ],
      totalInterest: '100.00',
      annualisedCostPct: 12,
      effectiveRatePct: 12.6825,
    })
  })

  it('reproduces every published schedule from a file of cases', () => {
    const cases = schedules.map(({ loan, day_count, instalment_rounding }) => ({
      amount: loan.principal,
      rate: `${loan.annual_rate_pct}%`,
      months: loan.n_instalments,
      method: loan.amortisation.startsWith('EQUAL_INST') ? 'equal-instalments' : 'equal-principal',
      start: loan.start_date,
      dayCount: day_count.split(' ')[0],
      rounding: 'half-even',
      principalGrace: loan.grace_on_principal,
      instalmentUnit: instalment_rounding === 'emi_whole_unit' ? '1' : '0.01',
    }))
    const { out, errors } = runQuote(['--cases', writeInput(cases), '--json'])
    expect(errors).toEqual([])
    expect(JSON.parse(out)).toMatchObject(
      schedules.map(({ checkpoints: [{ schedule, totals }] }) => ({
        instalments: schedule.map((row) => ({
          n: row.n,
          dueDate: row.due_date,
          principal: row.principal,
          interest: row.interest,
          amount: row.due,
          balance: row.balance_after,
        })),
        totalInterest: totals.interest,
      })),
    )
  })

  it.each([
    ['--amount', '-5', 'amount-malformed'],
    ['--amount', '0', 'amount-not-positive'],
    ['--amount', 'NaN', 'amount-malformed'],
    ['--amount', '1e309', 'amount-malformed'],
    ['--amount', '9007199254740993', 'amount-malformed'],
    ['--amount', '0x10', 'amount-malformed'],
    ['--amount', '1.234', 'amount-malformed'],
    ['--rate', '-1%', 'rate-malformed'],
    ['--rate', '0.12', 'rate-malformed'],
    ['--rate', '24.01%', 'cost-above-cap, capPpm 240000'],
    ['--months', '0', 'months-malformed'],
    ['--months', '1.5', 'months-malformed'],
    ['--months', '0x10', 'months-malformed'],
    ['--method', 'balloon', 'method-unknown'],
    ['--start', '2026-02-30', 'date-malformed'],
    ['--first-due', '2026-11-31', 'date-malformed'],
    ['--day-count', '30/365', 'day-count-unknown'],
    ['--rounding', 'up', 'rounding-unknown'],
    ['--principal-grace', '12', 'grace-out-of-range'],
    ['--interest-grace', '-1', 'grace-out-of-range'],
    ['--instalment-unit', '0', 'amount-malformed'],
  ])('refuses %s %s and names the option', (option, value, name) => {
    expect(runQuote([...usual, option, value])).toEqual({ out: '', errors: [name] })
  })

  it('refuses unknown options', () => {
    expect(runQuote(['--amuont', '5']).errors[0]).toBe('option-unknown: --amuont')
    expect(runQuote(['--cases', 'no such file']).errors[0]).toContain('cases-unreadable')
    expect(runQuote(['--cases', writeInput({ amount: '5' })]).errors[0]).toContain(
      'cases-unreadable',
    )
  })

  it('answers the valid cases of a list and names the invalid ones', () => {
    const good = { amount: 10_000, rate: '12%', months: '3', start: '2026-11-15' }
    const cases = [good, { ...good, amount: ['10000'] }, null, { ...good, rate: 12 }]
    const { out, errors } = runQuote(['--cases', writeInput(cases), '--json'])
    expect(errors).toEqual(['case 2: amount-malformed', 'case 3: amount-malformed'])
    const [first, second, , fourth] = JSON.parse(out) as unknown[]
    expect(second).toEqual({ refusal: 'amount-malformed' })
    expect(fourth).toEqual(first)
  })
})
