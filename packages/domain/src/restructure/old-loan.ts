import type { LocalDate } from '#calendar/local-date.ts'
import { daysOverdue, type Loan, type Origin } from '#loans/loan.ts'
import { mallProductNo, type Lender, type ProductNo } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import type { Settlement } from '#repayment/allocation.ts'

/** A loan with the facts that decide whether it can be restructured. */
export interface OldLoan {
  readonly loan: Loan
  readonly origin: Origin
  readonly product: ProductNo
  readonly lender: Lender
  /** The day on which the return of its goods was requested. */
  readonly returnAskedOn: LocalDate | undefined
}

export interface Restructured {
  readonly newLoan: Loan
  /** The old loans, each settled against the new one; the settled amounts sum to its amount. */
  readonly settled: readonly Settlement[]
}

/**
 * A loan can be consolidated once: not if it is a plan already, nor while its goods are being
 * returned. [N5]
 */
export function isConsolidatable({ origin, returnAskedOn }: OldLoan): boolean {
  return origin !== 'personalised-plan' && returnAskedOn === undefined
}

/** Checks whether a loan can be consolidated today. [N2, N5] */
export function checkConsolidation<Old extends OldLoan>(old: Old, today: LocalDate): Outcome<Old> {
  if (!isConsolidatable(old)) return refused({ kind: 'plan-not-again' })
  if (daysOverdue(old.loan, today) === 0) return refused({ kind: 'plan-not-late' })
  return granted(old)
}

/**
 * Whether a bill of this loan can be converted: only of a draw, and not of a mall purchase. [N5]
 */
export function isConvertible({ origin, product, returnAskedOn }: OldLoan): boolean {
  return origin === 'draw' && product !== mallProductNo && returnAskedOn === undefined
}
