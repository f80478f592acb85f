import { type Day, monthsAfter } from '#testing/reference/days.ts'
import {
  type Fraction,
  fraction,
  NOTHING,
  plus,
  roundFraction,
  type RoundingOf,
} from '#testing/reference/fraction.ts'

/** How a lender counts. */
export interface Conventions {
  readonly dayCount: '30/360' | 'ACT/360' | 'ACT/365' | 'ACT/ACT'
  readonly brokenPeriod: 'days-over-360' | 'share-of-period'
  readonly rounding: RoundingOf
  /** Days on which nothing of a plan falls due. [C10] */
  readonly closedDays: readonly Day[]
  readonly late: {
    readonly percent: bigint
    /** The most that all charges may come to in a year of 365 days. */
    readonly capPpm: bigint
    readonly graceDays: number
    readonly principalFirstAfter: number
  }
}

/** What was agreed. */
export interface AgreedTerms extends Conventions {
  readonly amount: bigint
  readonly ratePpm: bigint
  readonly months: number
  readonly method: 'equal-instalments' | 'equal-principal' | 'interest-first'
  /** The day after which interest runs. */
  readonly start: Day
  /** The day on which it was signed, if that is earlier. */
  readonly signedOn?: Day
  readonly firstDue?: Day
  readonly fee: bigint
  readonly isFeeOnce: boolean
  readonly coupon?: AgreedCoupon
  /** Penalty of old loans that a plan takes over; it bears no interest. [N8] */
  readonly penalty?: bigint
  /** Interest of days to come in the last bill of a loan that became this one, which starts on its due date. */
  readonly unearned?: (today: Day) => bigint
}

export type AgreedCoupon =
  | { readonly kind: 'interest-free-days'; readonly days: number }
  | { readonly kind: 'interest-share-off'; readonly sharePpm: bigint }
  | { readonly kind: 'sum-off-first-instalment'; readonly amount: bigint }

export const PENALTY_UNITS = 360n * 100_000_000n

export const parts = ['fee', 'penalty', 'interest', 'principal'] as const
export type Amounts = Record<(typeof parts)[number], bigint>

export function noAmounts(): Amounts {
  return { fee: 0n, penalty: 0n, interest: 0n, principal: 0n }
}

export function total({ fee, penalty, interest, principal }: Amounts): bigint {
  return fee + penalty + interest + principal
}

/** Interest as an exact amount, and the part of it that belongs to interest-free days. */
export interface Exact {
  readonly all: Fraction
  readonly free: Fraction
}

export const NO_INTEREST: Exact = { all: NOTHING, free: NOTHING }

export function sum(a: Exact, b: Exact): Exact {
  return { all: plus(a.all, b.all), free: plus(a.free, b.free) }
}

/** What a coupon takes off the interest of a bill. [K3, K4] */
export function interestOff(
  { coupon, rounding }: AgreedTerms,
  interest: bigint,
  free: Fraction,
): bigint {
  if (coupon?.kind === 'interest-free-days') return lesser(roundFraction(free, rounding), interest)
  if (coupon?.kind !== 'interest-share-off') return 0n
  return roundFraction(fraction(coupon.sharePpm * interest, 1_000_000), rounding)
}

/** An instalment. */
export interface Row {
  readonly n: number
  from: Day
  to: Day
  /** Length of the period with months of 30 days. */
  days360: number
  due: Day
  fee: bigint
  principal: bigint
  /** Interest of the period that the bill asks for. */
  asked: Exact
  /** Interest of the days of the period until `seen`, on the principal outstanding on each of them. */
  earned: Exact
  /** Interest of the days after the period until `seen`, while the due date is a later one. */
  late: Exact
  /** Interest of the bill, rounded when it was planned or moved: that is not rounded again. */
  bill?: bigint
  /** Interest in the bill for days on which its principal is no longer outstanding. [R12] */
  prepaid: bigint
  /** The discount of interest-free days on that interest. */
  prepaidFree: bigint
  /** Principal × late rate of each day, in `PENALTY_UNITS` of a fen. */
  penalty: bigint
  /** Penalty that was counted up to a request for relief. */
  penaltyShown: bigint
  /** Penalty counts the days after this one. */
  penaltyAfter: Day
  /** Penalty taken over by a plan. */
  takenOver: bigint
  paid: Amounts
  /** Of what is paid, what a sum off does not find in the bill: early repayments, and parts of the bill paid ahead. */
  early: Amounts
  /** Given up by a waiver. */
  given: Amounts
  /** Principal that a sum off paid: the rest of the bill was paid ahead, or its due date was moved after it had come. */
  paidByCoupon?: bigint
  /** Interest that it paid then. */
  interestByCoupon?: bigint
  /** Principal that became another loan on this row's due date, and bears interest here until then. */
  converted: bigint
  /** The percentage off the rows that a default made one, each rounded: it is not rounded again. */
  shareOff?: bigint
  /** What the cap left of the interest that its bill charged when it was converted. */
  leftByCap?: { readonly of: bigint; readonly left: bigint }
  /** What it charged when the loan was settled. */
  final?: { readonly due: Amounts; readonly discount: Amounts }
}

export interface State {
  readonly terms: AgreedTerms
  /** The first due date as agreed. */
  readonly agreedFirstDue: Day
  rows: Row[]
  /** Interest and penalty are counted up to this day. */
  seen: Day
  /** The rates, each valid after a day. */
  rates: { after: Day; ppm: bigint }[]
  /** The level instalment of the last plan with equal instalments. */
  level: bigint
  deferrals: Day[]
  /** The sum over all days until `seen` of the principal outstanding at the start of each. [Y7] */
  exposure: bigint
  isSettled: boolean
  /** Its last bill became another loan. */
  isConverted: boolean
}

export function newRow(row: Pick<Row, 'n' | 'from' | 'to' | 'days360'>): Row {
  return {
    ...row,
    due: row.to,
    fee: 0n,
    principal: 0n,
    asked: NO_INTEREST,
    earned: NO_INTEREST,
    late: NO_INTEREST,
    prepaid: 0n,
    prepaidFree: 0n,
    penalty: 0n,
    penaltyShown: 0n,
    penaltyAfter: row.to,
    takenOver: 0n,
    paid: noAmounts(),
    early: noAmounts(),
    given: noAmounts(),
    converted: 0n,
  }
}

/** The monthly periods; an odd first one is whole months back from its end, and days. [C6, C7] */
export function periodsOf({ start, firstDue, months, closedDays }: AgreedTerms): Row[] {
  const first = firstDue ?? monthsAfter(start, 1)
  const isOdd = first !== monthsAfter(start, 1)
  return Array.from({ length: months }, (_, index) => {
    const end = (at: number) => {
      let day = isOdd ? monthsAfter(first, at) : monthsAfter(start, at + 1)
      while (closedDays.includes(day)) day += 1
      return day
    }
    const from = index === 0 ? start : end(index - 1)
    const days360 = index === 0 && isOdd ? days360Of(start, first) : 30
    return newRow({ n: index + 1, from, to: end(index), days360 })
  })
}

function days360Of(start: Day, end: Day): number {
  let whole = 0
  while (monthsAfter(end, -whole - 1) >= start) whole += 1
  return whole * 30 + monthsAfter(end, -whole) - start
}

export function lesser(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
