import type { LocalDate } from '#calendar/local-date.ts'
import { daysOverdue, type Loan } from '#loans/loan.ts'
import type { Origin } from '#loans/origin.ts'
import { mallProductNo, type Lender, type ProductNo } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import type { Settlement } from '#repayment/allocation.ts'

/** A loan, and what decides whether it may become another one. */
export interface OldLoan {
  readonly loan: Loan
  readonly origin: Origin
  readonly product: ProductNo
  readonly lender: Lender
  /** Since when the goods it paid for are on their way back. */
  readonly returnAskedOn: LocalDate | undefined
}

export interface Restructured {
  readonly newLoan: Loan
  /** The old loans, each settled against the new one: together they took exactly its amount. */
  readonly settled: readonly Settlement[]
}

/** A debt is joined once: there is no plan for what is a plan already, nor for what is about to be undone. [N5] */
export function mayBeJoined({ origin, returnAskedOn }: OldLoan): boolean {
  return origin !== 'personalised-plan' && returnAskedOn === undefined
}

/** Whether one loan may become part of a plan today, or why not. [N2, N5] */
export function checkJoin<Old extends OldLoan>(old: Old, today: LocalDate): Outcome<Old> {
  if (!mayBeJoined(old)) return refused({ kind: 'plan-not-again' })
  if (daysOverdue(old.loan, today) === 0) return refused({ kind: 'plan-not-late' })
  return granted(old)
}

/** A bill is put off once, and never one of goods that may still go back. [N5] */
export function mayBeSpread({ origin, product, returnAskedOn }: OldLoan): boolean {
  return origin === 'draw' && product !== mallProductNo && returnAskedOn === undefined
}
