import { specimenRules } from '@qingzhou/domain/specimen'
import { parseLocalDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { dayCounts } from '@qingzhou/domain/calendar/period'
import { methods } from '@qingzhou/domain/loans/amortise'
import { annualCost, flowsOf } from '@qingzhou/domain/cost/annual-cost'
import { parseAnnualRate } from '@qingzhou/domain/cost/annual-rate'
import { feeTimes, type LoanFee } from '@qingzhou/domain/cost/service-fee'
import { planOf, type Plan } from '@qingzhou/domain/loans/plan'
import type { Terms } from '@qingzhou/domain/loans/terms'
import { parseYuan, sum, yuan } from '@qingzhou/domain/money/money'
import { conventions } from '@qingzhou/domain/product'
import { granted, refused, type Outcome, type Refusal } from '@qingzhou/domain/refusal'

/** A case as typed on the command line or in a file of cases. */
export type QuoteCase = Readonly<Record<string, unknown>>

export interface QuoteAnswer {
  readonly instalments: readonly {
    readonly n: number
    readonly dueDate: string
    readonly principal: string
    readonly interest: string
    readonly amount: string
    readonly balance: string
  }[]
  readonly totalInterest: string
  readonly annualisedCostPct: number
  readonly effectiveRatePct: number
}

/** Computes one case with the domain functions. */
export function quoteCase(
  written: QuoteCase,
  defaults: { start: LocalDate },
): Outcome<QuoteAnswer> {
  const terms = termsOf(written, defaults)
  if (!terms.ok) return terms

  const plan = planOf(terms.value)
  return plan.ok ? granted(answer(plan.value)) : plan
}

const PPM_PER_PERCENT = 10_000

function answer(plan: Plan): QuoteAnswer {
  const cost = annualCost(flowsOf(plan))
  return {
    instalments: plan.instalments.map(({ n, period, principal, interest, balance }) => ({
      n,
      dueDate: period.to,
      principal: yuan(principal),
      interest: yuan(interest),
      amount: yuan(sum([principal, interest])),
      balance: yuan(balance),
    })),
    totalInterest: yuan(plan.totalInterest),
    annualisedCostPct: Number(cost.simplePpm) / PPM_PER_PERCENT,
    effectiveRatePct: Number(cost.effectivePpm) / PPM_PER_PERCENT,
  }
}

/** Parses every field; throws with the name of the first invalid one. */
export function termsOf(written: QuoteCase, defaults: { start: LocalDate }): Outcome<Terms> {
  const text = (name: string, usual = '') => textOf(written[name] ?? usual)

  const amount = parseYuan(text('amount'))
  if (!amount.ok) return amount
  const rate = parseAnnualRate(percent(text('rate')))
  if (!rate.ok) return rate
  const months = wholeNumber(text('months'))
  if (months === undefined) return refused({ kind: 'months-malformed' })
  const method = oneOf(methods, text('method', 'equal-instalments'))
  if (!method) return refused({ kind: 'method-unknown' })
  const start = parseLocalDate(text('start', defaults.start))
  if (!start.ok) return start
  const firstDue = 'firstDue' in written ? parseLocalDate(text('firstDue')) : undefined
  if (firstDue && !firstDue.ok) return firstDue
  const dayCount = oneOf(dayCounts, text('dayCount', conventions.dayCount))
  if (!dayCount) return refused({ kind: 'day-count-unknown' })
  const rounding = oneOf(['half-up', 'half-even'] as const, text('rounding', conventions.rounding))
  if (!rounding) return refused({ kind: 'rounding-unknown' })
  const principalGrace = wholeNumber(text('principalGrace', '0'))
  const interestGrace = wholeNumber(text('interestGrace', '0'))
  if (principalGrace === undefined || interestGrace === undefined) {
    return refused({ kind: 'grace-out-of-range' })
  }
  const instalmentUnit = parseYuan(text('instalmentUnit', yuan(conventions.instalmentUnit)))
  if (!instalmentUnit.ok || instalmentUnit.value === 0n)
    return refused({ kind: 'amount-malformed' })

  const fee = feeOf(text('fee', '0'), text('feeCharged', 'each-instalment'))
  if (!fee.ok) return fee

  const { ppm: capPpm } = specimenRules
  if (rate.value > capPpm) return refused({ kind: 'cost-above-cap', capPpm })

  return granted({
    amount: amount.value,
    annualRatePpm: rate.value,
    months,
    method,
    start: start.value,
    ...(firstDue ? { firstDue: firstDue.value } : {}),
    principalGrace,
    interestGrace,
    fee: fee.value,
    conventions: { ...conventions, dayCount, rounding, instalmentUnit: instalmentUnit.value },
  })
}

/** The service fee: an amount, with each instalment or with the first one. */
function feeOf(amount: string, charged: string): Outcome<LoanFee> {
  const parsed = parseYuan(amount)
  if (!parsed.ok) return parsed
  const time = oneOf(feeTimes, charged)
  return time
    ? granted({ amount: parsed.value, charged: time })
    : refused({ kind: 'amount-malformed' })
}

/** A string or a number as written; a list or an object is invalid. */
export function textOf(field: unknown): string {
  return typeof field === 'string' || typeof field === 'number' ? String(field) : ''
}

/**
 * A plain number of one or more must be a percentage. Below one it could be a fraction, so it gets
 * no percent sign and is refused.
 */
export function percent(text: string): string {
  return /^[1-9]\d*(?:\.\d+)?$/.test(text) ? `${text}%` : text
}

export function wholeNumber(text: string): number | undefined {
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined
}

function oneOf<Choice extends string>(
  choices: readonly Choice[],
  text: string,
): Choice | undefined {
  return choices.find((choice) => choice === text)
}

/** A refusal in one line: its kind and its values. */
export function describeRefusal({ kind, ...details }: Refusal): string {
  const extra = Object.entries(details).map(([name, value]) => `${name} ${String(value)}`)
  return [kind, ...extra].join(', ')
}
