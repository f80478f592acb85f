import { addMonths, type LocalDate } from '#calendar/local-date.ts'
import type { BrokenPeriod, DayCount } from '#calendar/period.ts'
import type { Method } from '#loans/amortise.ts'
import type { LoanFee } from '#cost/service-fee.ts'
import type { Money, Rounding } from '#money/money.ts'
import { granted, refused, type Outcome } from '#refusal.ts'

/**
 * A lender's calculation conventions. They are part of the agreement and do not change during a
 * loan.
 */
export interface Conventions {
  readonly dayCount: DayCount
  readonly rounding: Rounding
  readonly brokenPeriod: BrokenPeriod
  /** Rounding unit of an equal instalment: a fen, or a whole yuan for some lenders. */
  readonly instalmentUnit: Money
  /**
   * After a partial early repayment: a new plan with the same end date, or fewer instalments of the
   * same amount.
   */
  readonly afterEarlyPart: 'recompute' | 'keep-instalment'
  /** Days on which no due date of the plan falls. After planning, those that moved one. [C10] */
  readonly closedDays?: readonly LocalDate[]
  readonly late: LateTerms
}

export interface LateTerms {
  /** Percentage of the contract rate, on overdue principal. */
  readonly ratePercent: bigint
  /** The highest late rate: the lender's all-in cap on the day of the draw. */
  readonly ratePpmMax?: bigint
  /** An overdue instalment paid within these days bears no penalty. */
  readonly graceDays: number
  /** A loan overdue by more days than this is repaid principal first. */
  readonly principalFirstAfterDays: number
}

/** The requested terms of a loan. */
export interface Terms {
  readonly amount: Money
  readonly annualRatePpm: bigint
  readonly months: number
  readonly method: Method
  readonly start: LocalDate
  /** If it is not a month after the start, the first period is longer or shorter. */
  readonly firstDue?: LocalDate
  /** Number of first instalments that repay no principal. */
  readonly principalGrace?: number
  /** Number of first instalments whose interest is collected with the instalment after them. */
  readonly interestGrace?: number
  /** The service fee; without it, the loan charges none. */
  readonly fee?: LoanFee
  readonly conventions: Conventions
}

const MONTHS_MAX = 360
const ANNUAL_RATE_PPM_MAX = 10_000_000n
const FIRST_PERIOD_MONTHS_MAX = 12

/** Checks that a plan can be computed from the terms, whatever the product. [I4] */
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
  if (terms.fee && terms.fee.amount < 0n) return refused({ kind: 'amount-not-positive' })
  return granted(terms)
}

function isGrace(instalments: number | undefined, months: number): boolean {
  const grace = instalments ?? 0
  return Number.isInteger(grace) && grace >= 0 && grace < months
}
