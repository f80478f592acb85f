import { addMonths, type LocalDate } from '#calendar/local-date.ts'
import type { BrokenPeriod, DayCount } from '#calendar/period.ts'
import type { Method } from '#loans/amortise.ts'
import type { Money, Rounding } from '#money/money.ts'
import { granted, refused, type Outcome } from '#refusal.ts'

/** How a lender counts. They are part of the agreement and stay with a loan for its life. */
export interface Conventions {
  readonly dayCount: DayCount
  readonly rounding: Rounding
  readonly brokenPeriod: BrokenPeriod
  /** What an equal instalment is rounded to: a fen, or a whole yuan with some lenders. */
  readonly instalmentUnit: Money
  /** After an early payment in part: a new plan to the same end, or the old instalments, fewer. */
  readonly afterEarlyPart: 'recompute' | 'keep-instalment'
  readonly late: LateTerms
}

export interface LateTerms {
  /** Of the contract rate, on overdue principal. */
  readonly ratePercent: bigint
  /** The highest late rate: the all-in cap of the lender on the day of the draw. */
  readonly ratePpmMax?: bigint
  /** Paid inside these days, a late instalment costs nothing. */
  readonly graceDays: number
  /** A loan later than this is repaid principal first. */
  readonly principalFirstAfterDays: number
}

/** What a loan is asked for on. */
export interface Terms {
  readonly amount: Money
  readonly annualRatePpm: bigint
  readonly months: number
  readonly method: Method
  readonly start: LocalDate
  /** Where it differs from a month after the start, the first period is longer or shorter. */
  readonly firstDue?: LocalDate
  /** Instalments at the beginning that repay no principal. */
  readonly principalGrace?: number
  /** Instalments at the beginning whose interest is collected with the one after them. */
  readonly interestGrace?: number
  readonly conventions: Conventions
}

const MONTHS_MAX = 360
const ANNUAL_RATE_PPM_MAX = 10_000_000n
const FIRST_PERIOD_MONTHS_MAX = 12

/** Terms a plan can be made of, whatever the product. [I4] */
export function checkTerms(terms: Terms): Outcome<Terms> {
  const { amount, annualRatePpm, months, start, firstDue = addMonths(start, 1) } = terms
  if (amount <= 0n) return refused({ kind: 'amount-not-positive' })
  if (!Number.isInteger(months) || months < 1 || months > MONTHS_MAX) {
    return refused({ kind: 'months-malformed' })
  }
  if (annualRatePpm < 0n || annualRatePpm > ANNUAL_RATE_PPM_MAX) {
    return refused({ kind: 'rate-malformed' })
  }
  if (firstDue <= start || firstDue > addMonths(start, FIRST_PERIOD_MONTHS_MAX)) {
    return refused({ kind: 'first-due-date-out-of-range' })
  }
  if (!isGrace(terms.principalGrace, months) || !isGrace(terms.interestGrace, months)) {
    return refused({ kind: 'grace-out-of-range' })
  }
  return granted(terms)
}

function isGrace(instalments: number | undefined, months: number): boolean {
  const grace = instalments ?? 0
  return Number.isInteger(grace) && grace >= 0 && grace < months
}
