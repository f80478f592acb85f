import { daysBetween, type LocalDate } from '#calendar/local-date.ts'
import { principalOutstanding, type Loan } from '#loans/loan.ts'
import { sum, ZERO, type Money } from '#money/money.ts'
import { billsOf } from '#repayment/bill.ts'

export const closeReasons = ['settled', 'consolidated', 'returned'] as const
export type CloseReason = (typeof closeReasons)[number]

/** What the bureau is told of a loan. */
export type BureauFact =
  | { readonly about: 'opened'; readonly amount: Money }
  | { readonly about: 'balance'; readonly balance: Money; readonly overdue: Money }
  | { readonly about: 'status'; readonly daysLate: number; readonly lateClass: number }
  /** Without a reason, the loan is not closed: the correction of an earlier event. */
  | { readonly about: 'closed'; readonly reason: CloseReason | undefined }

/** A loan on the last day of a month. */
export type BureauPosition = {
  readonly balance: Money
  readonly overdue: Money
  readonly daysLate: number
}

const DAYS_PER_CLASS = 30
const CLASS_MAX = 7

/** 0 for a loan that is not late, then one class for each 30 days, and 7 above 180 days. [Q2] */
export function lateClassOf(daysLate: number): number {
  return Math.min(Math.ceil(daysLate / DAYS_PER_CLASS), CLASS_MAX)
}

/** What is reported of a loan as it was at the end of a day. Days of grace are not late. [Q2] */
export function positionForBureau(loan: Loan, day: LocalDate): BureauPosition {
  const balance = principalOutstanding(loan)
  const late = billsOf(loan, day).filter(({ state }) => state === 'overdue')
  const [oldest] = late
  const daysLate = oldest ? daysBetween({ from: oldest.dueDate, to: day }) : 0
  if (daysLate <= loan.conventions.late.graceDays) return { balance, overdue: ZERO, daysLate: 0 }
  return { balance, overdue: sum(late.map(({ amount }) => amount)), daysLate }
}

/** Whether a fact can harm the borrower: it says that the loan is late. [Q4] */
export function isNegative(fact: BureauFact): boolean {
  if (fact.about === 'status') return fact.lateClass > 0
  return fact.about === 'balance' && fact.overdue > 0n
}

/** Whether two facts tell the same. */
export function isSameFact(one: BureauFact, other: BureauFact): boolean {
  if (one.about === 'opened') return other.about === 'opened' && one.amount === other.amount
  if (one.about === 'closed') return other.about === 'closed' && one.reason === other.reason
  if (one.about === 'status') return other.about === 'status' && one.daysLate === other.daysLate
  return other.about === 'balance' && one.balance === other.balance && one.overdue === other.overdue
}

/** The position of a settled loan. */
export const noPosition: BureauPosition = { balance: ZERO, overdue: ZERO, daysLate: 0 }
