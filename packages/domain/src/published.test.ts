import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import type { DayCount } from '#calendar/period.ts'
import { exactInstalment } from '#loans/level-payment.ts'
import { annualCost } from '#cost/annual-cost.ts'
import { openLoan, type Loan } from '#loans/loan.ts'
import { interestFactor, planOf, type Plan } from '#loans/plan.ts'
import { fen, parseYuan, subtract, sum, yuan, type Money } from '#money/money.ts'
import { roundToMoney, times, whole, zero } from '#money/ratio.ts'
import { conventions } from '#product.ts'
import { cutRate } from '#rate-cuts/rate-cut.ts'
import { payoffOn, repayInFull } from '#repayment/early-repayment.ts'
import { receivePayment, repayThrough } from '#repayment/repay.ts'
import { valueOf } from '#specimen.ts'

interface PublishedRow {
  due_date: string
  principal: string
  interest: string
  due: string
  balance_after: string
}

interface PublishedExample {
  id: string
  title: string
  kind: 'schedule' | 'apr' | 'schedule_summary'
  day_count?: string
  instalment_rounding: string
  loan: {
    principal: string
    annual_rate_pct: string
    start_date?: string
    amortisation: string
    n_instalments: number
    grace_on_principal?: number
  }
  checkpoints: [{ schedule: PublishedRow[] }, { schedule: PublishedRow[] }]
  expected: Record<string, string>
  advance: { amount: string }
  payment: string
  n_payments: number
  last_payment_amount?: string
  f_first?: string
  expected_apr_pct: string
}

// The file is stored as published; the fields above are those of its kinds.
const { vectors } = JSON.parse(
  readFileSync(new URL('../vectors/published.json', import.meta.url), 'utf8'),
) as { vectors: PublishedExample[] }

const ofKind = (kind: PublishedExample['kind']) => vectors.filter((vector) => vector.kind === kind)

function money(text: string): Money {
  return valueOf(parseYuan(text))
}

function publishedPlan(vector: PublishedExample): Plan {
  const { loan, day_count = '30/360', instalment_rounding } = vector
  const isCumulative = vector.kind === 'schedule_summary'
  return valueOf(
    planOf({
      amount: money(loan.principal),
      annualRatePpm: BigInt(Math.round(Number(loan.annual_rate_pct) * 10_000)),
      months: loan.n_instalments,
      method: loan.amortisation.startsWith('EQUAL_INST') ? 'equal-instalments' : 'equal-principal',
      start: localDate(loan.start_date ?? '2024-01-01'),
      principalGrace: loan.grace_on_principal ?? 0,
      conventions: {
        ...conventions,
        // The published names match ours, some with a remark appended.
        dayCount: day_count.split(' ')[0] as DayCount,
        rounding: isCumulative ? 'half-up' : 'half-even',
        brokenPeriod: 'share-of-period',
        instalmentUnit: fen(instalment_rounding === 'emi_whole_unit' ? 100n : 1n),
      },
    }),
  )
}

function publishedLoan(id: string): { loan: Loan; final: PublishedRow[] } {
  const vector = vectors.find((candidate) => candidate.id === id)
  if (!vector) throw new Error(`${id} is missing in the published tables`)
  return { loan: openLoan(publishedPlan(vector)), final: vector.checkpoints[1].schedule }
}

const cells = (loan: Loan) =>
  loan.instalments.map(({ dueDate, due }) => [dueDate, yuan(due.principal), yuan(due.interest)])

const publishedCells = (rows: PublishedRow[]) =>
  rows.map((row) => [row.due_date, row.principal, row.interest])

describe('published tables', () => {
  it.each(ofKind('schedule'))('[I7] $id: $title', (vector) => {
    const rows = publishedPlan(vector).instalments.map((row) => ({
      due_date: row.period.to,
      principal: yuan(row.principal),
      interest: yuan(row.interest),
      due: yuan(sum([row.principal, row.interest])),
      balance_after: yuan(row.balance),
    }))
    expect(rows).toEqual(
      vector.checkpoints[0].schedule.map((row) => ({
        due_date: row.due_date,
        principal: row.principal,
        interest: row.interest,
        due: row.due,
        balance_after: row.balance_after,
      })),
    )
  })

  it.each(ofKind('apr'))('[Y1] $id: $title', (vector) => {
    const payments = Array.from({ length: vector.n_payments }, () => money(vector.payment))
    if (vector.last_payment_amount) payments.splice(-1, 1, money(vector.last_payment_amount))
    const odd = Number((vector.f_first ?? '0').split('/')[0])
    const received = money(vector.advance.amount)
    const cost = annualCost({ received, payments, firstPeriodDays360: 30 + odd })

    const ppm = vector.id.startsWith('EU') ? cost.effectivePpm : cost.simplePpm
    const decimals = vector.expected_apr_pct.split('.')[1]?.length ?? 0
    expect((Number(ppm) / 10_000).toFixed(decimals)).toBe(vector.expected_apr_pct)
  })

  it('[I7] CN-01: a million over thirty years, from the exact instalment', () => {
    const [vector] = ofKind('schedule_summary')
    if (!vector) throw new Error('CN-01 is missing in the published tables')
    const plan = publishedPlan(vector)
    const factors = plan.instalments.map(({ period }) => interestFactor(period, plan.terms))
    const exact = exactInstalment({ principal: plan.terms.amount, factors, owed: zero })
    const [first] = plan.instalments
    expect({
      instalment: yuan(roundToMoney(exact, 'half-up')),
      first_interest: yuan(first?.interest ?? fen(0n)),
      total_payment: yuan(roundToMoney(times(exact, whole(360n)), 'half-up')),
    }).toEqual({
      instalment: vector.expected['instalment'],
      first_interest: vector.expected['first_interest'],
      total_payment: vector.expected['total_payment'],
    })
    // A ledger in fen has a principal of 1223.94 where the unrounded published table has 1223.93.
    expect(first?.principal).toBe(1223_94n)
  })

  it('[I7] CN-02: a million over thirty years in equal principal', () => {
    const [, vector] = ofKind('schedule_summary')
    if (!vector) throw new Error('CN-02 is missing in the published tables')
    const plan = publishedPlan(vector)
    const { principal, interest, balance } = plan.instalments[0] ?? openingRow
    expect({
      first_instalment: yuan(sum([principal, interest])),
      first_interest: yuan(interest),
      first_principal: yuan(principal),
      balance_after_first: yuan(balance),
      total_interest: yuan(plan.totalInterest),
      total_payment: yuan(sum([plan.terms.amount, plan.totalInterest])),
    }).toEqual(vector.expected)
  })
})

const openingRow = { principal: fen(0n), interest: fen(0n), balance: fen(0n) }

describe('published histories', () => {
  it('[R8] FIN-13: settled in the middle of a period', () => {
    const { loan } = publishedLoan('FIN-13')
    const first = { amount: money('17.01'), today: localDate('2024-02-01') }
    const paid = valueOf(receivePayment(loan, first)).loan
    const today = localDate('2024-02-15')
    expect(yuan(payoffOn(today, paid))).toBe('83.81')

    const { allocations } = valueOf(repayInFull(paid, { amount: money('83.81'), today }))
    expect(yuan(sum(allocations.map(({ parts }) => parts.interest)))).toBe('0.24')
    expect(yuan(sum(allocations.map(({ parts }) => parts.principal)))).toBe('83.57')
  })

  it('[T1] FIN-17: a rate cut in the middle of a period', () => {
    const { loan, final } = publishedLoan('FIN-17')
    const first = { amount: money('17.01'), today: localDate('2024-02-01') }
    const paid = valueOf(receivePayment(loan, first)).loan
    const cut = { annualRatePpm: 40_000n, from: localDate('2024-02-15') }
    const after = valueOf(cutRate(paid, { ...cut, today: localDate('2024-02-14') })).loan
    expect(cells(after)).toEqual(publishedCells(final))
  })

  it('[R12] FIN-18: paid in advance inside the first period, at the same interest', () => {
    const { loan, final } = publishedLoan('FIN-18')
    const payment = { amount: money('15.00'), today: localDate('2024-01-15'), through: 1 }
    const ahead = valueOf(repayThrough(loan, payment)).loan
    const [first] = ahead.instalments
    // The table charges less interest and more principal in the instalment; here the interest of
    // the days after the payment is given back.
    expect(yuan(subtract(first?.due.interest ?? fen(0n), first?.prepaidInterest ?? fen(0n)))).toBe(
      final[0]?.interest,
    )
    expect(ahead.instalments.map(({ due }) => yuan(sum([due.principal, due.interest])))).toEqual(
      loan.instalments.map(({ due }) => yuan(sum([due.principal, due.interest]))),
    )
  })
})
