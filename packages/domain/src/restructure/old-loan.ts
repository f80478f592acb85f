import type { LocalDate } from '#calendar/local-date.ts'
import type { Loan } from '#loans/loan.ts'
import type { Origin } from '#loans/origin.ts'
import { mallProductNo, type Lender, type ProductNo } from '#product.ts'
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

/** A bill is put off once, and never one of goods that may still go back. [N5] */
export function mayBeSpread({ origin, product, returnAskedOn }: OldLoan): boolean {
  return origin === 'draw' && product !== mallProductNo && returnAskedOn === undefined
}
