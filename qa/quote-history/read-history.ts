import { addDays, parseLocalDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { parseAnnualRate } from '@qingzhou/domain/cost/annual-rate'
import type { CouponBenefit } from '@qingzhou/domain/coupons/coupon'
import type { Terms } from '@qingzhou/domain/loans/terms'
import { parseYuan, type Money } from '@qingzhou/domain/money/money'
import type { Keep } from '@qingzhou/domain/repayment/early-repayment'
import { describeRefusal, percent, termsOf, textOf, wholeNumber } from './quote-case.ts'

/** The contents of a history file: a loan, its coupon, and dated operations. */
export interface WrittenHistory {
  readonly terms: Terms
  readonly coupon: CouponBenefit | undefined
  readonly operations: readonly Operation[]
}

/** A share or an amount of what is due. */
export type WaivedPart = { readonly sharePpm: bigint } | { readonly amount: Money }

export type Operation = { readonly on: LocalDate } & (
  | { readonly do: 'payDue' | 'settle' | 'default' | 'return' }
  | { readonly do: 'pay'; readonly amount: Money }
  | { readonly do: 'payAhead'; readonly instalments: number }
  | { readonly do: 'repayPart'; readonly amount: Money; readonly keep: Keep }
  | { readonly do: 'defer'; readonly days: number }
  /** Granted after a review that began when it was asked for. */
  | { readonly do: 'forbear'; readonly days: number; readonly askedOn: LocalDate }
  | { readonly do: 'cutRate'; readonly annualRatePpm: bigint; readonly from: LocalDate }
  | { readonly do: 'waive'; readonly penalty: WaivedPart; readonly interest: WaivedPart }
  | { readonly do: 'convertBill'; readonly months: number }
  | { readonly do: 'consolidate'; readonly months: number }
)

/** The file is not a valid history; the message names the place. */
export class HistoryMalformed extends Error {}

type Fields = Readonly<Record<string, unknown>>

/** Parses every field; throws with the name of the first invalid one. */
export function readHistory(json: string, defaults: { start: LocalDate }): WrittenHistory {
  const written = fieldsOf(parseJson(json), 'the file')
  const terms = termsOf(fieldsOf(written['loan'], 'loan'), defaults)
  if (!terms.ok) throw new HistoryMalformed(`loan: ${describeRefusal(terms.refusal)}`)
  const { coupon, operations } = written
  if (!Array.isArray(operations)) throw new HistoryMalformed('operations: not a list')
  return {
    terms: terms.value,
    coupon: coupon === undefined || coupon === null ? undefined : couponOf(coupon),
    operations: operations.map((one: unknown, index) =>
      operationOf(fieldsOf(one, `operations[${index}]`), `operations[${index}]`),
    ),
  }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new HistoryMalformed('the file is not JSON')
  }
}

function fieldsOf(value: unknown, place: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new HistoryMalformed(`${place}: not an object`)
  }
  return { ...value }
}

function couponOf(value: unknown): CouponBenefit {
  const fields = fieldsOf(value, 'coupon')
  const kind = textOf(fields['kind'])
  if (kind === 'sum-off') {
    return { kind: 'sum-off-first-instalment', amount: amountOf(fields, 'amount', 'coupon') }
  }
  if (kind === 'share-off') {
    return { kind: 'interest-share-off', sharePpm: shareOf(fields['share'], 'coupon.share') }
  }
  if (kind === 'interest-free') {
    return { kind: 'interest-free-days', days: countOf(fields, 'days', 'coupon') }
  }
  throw new HistoryMalformed(`coupon.kind: ${kind || 'missing'} is not known`)
}

function operationOf(fields: Fields, place: string): Operation {
  const on = dateOf(fields['on'], `${place}.on`)
  const what = textOf(fields['do'])
  switch (what) {
    case 'payDue':
    case 'settle':
    case 'default':
    case 'return':
      return { on, do: what }
    case 'pay':
      return { on, do: what, amount: amountOf(fields, 'amount', place) }
    case 'payAhead':
      return { on, do: what, instalments: countOf(fields, 'instalments', place) }
    case 'repayPart':
      return {
        on,
        do: what,
        amount: amountOf(fields, 'amount', place),
        keep: keepOf(fields, place),
      }
    case 'defer':
      return { on, do: what, days: countOf(fields, 'days', place) }
    case 'forbear': {
      const askedOn =
        fields['askedOn'] === undefined ? on : dateOf(fields['askedOn'], `${place}.askedOn`)
      return { on, do: what, days: countOf(fields, 'days', place), askedOn }
    }
    case 'cutRate': {
      const from = fields['from'] === undefined ? addDays(on, 1) : undefined
      return {
        on,
        do: what,
        annualRatePpm: rateOf(fields['rate'], `${place}.rate`),
        from: from ?? dateOf(fields['from'], `${place}.from`),
      }
    }
    case 'waive':
      return {
        on,
        do: what,
        penalty: readWaived(fields['penalty'], `${place}.penalty`),
        interest: readWaived(fields['interest'], `${place}.interest`),
      }
    case 'convertBill':
    case 'consolidate':
      return { on, do: what, months: countOf(fields, 'months', place) }
    default:
      throw new HistoryMalformed(`${place}.do: ${what || 'missing'} is not known`)
  }
}

function dateOf(value: unknown, place: string): LocalDate {
  const date = parseLocalDate(textOf(value))
  if (!date.ok) throw new HistoryMalformed(`${place}: not a date like 2026-02-15`)
  return date.value
}

function amountOf(fields: Fields, name: string, place: string): Money {
  const amount = parseYuan(textOf(fields[name]))
  if (!amount.ok) throw new HistoryMalformed(`${place}.${name}: not an amount like 1234.56`)
  return amount.value
}

function countOf(fields: Fields, name: string, place: string): number {
  const count = wholeNumber(textOf(fields[name]))
  if (count === undefined) throw new HistoryMalformed(`${place}.${name}: not a whole number`)
  return count
}

function rateOf(value: unknown, place: string): bigint {
  const rate = parseAnnualRate(percent(textOf(value)))
  if (!rate.ok) throw new HistoryMalformed(`${place}: not a rate like 7.2%`)
  return rate.value
}

function shareOf(value: unknown, place: string): bigint {
  const share = rateOf(value, place)
  if (share > 1_000_000n) throw new HistoryMalformed(`${place}: more than 100%`)
  return share
}

/** `50%` is a share of the overdue amount, `12.34` an amount of it. */
function readWaived(value: unknown, place: string): WaivedPart {
  if (value === undefined) return { sharePpm: 0n }
  if (textOf(value).endsWith('%')) return { sharePpm: shareOf(value, place) }
  const amount = parseYuan(textOf(value))
  if (!amount.ok) throw new HistoryMalformed(`${place}: not a share like 50% or an amount`)
  return { amount: amount.value }
}

function keepOf(fields: Fields, place: string): Keep {
  const keep = fields['keep'] ?? 'term'
  if (keep === 'instalment' || keep === 'term') return keep
  throw new HistoryMalformed(`${place}.keep: neither instalment nor term`)
}
