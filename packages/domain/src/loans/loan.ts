import { assert } from '#assert.ts'
import { addMonths, daysBetween, type LocalDate } from '#calendar/local-date.ts'
import type { Period } from '#calendar/period.ts'
import type { Method } from '#loans/amortise.ts'
import { newExposure, type Exposure } from '#cost/realised-cost.ts'
import type { CouponBenefit } from '#coupons/coupon.ts'
import type { History } from '#loans/history.ts'
import type { Plan } from '#loans/plan.ts'
import type { Conventions } from '#loans/terms.ts'
import { add, fen, ZERO, subtract, sum, type Money } from '#money/money.ts'

/** Origin of a loan: a draw, or the restructuring of an existing debt. */
export type Origin = 'draw' | 'consolidation-plan' | 'bill-conversion'

/** The parts of an instalment, in the order in which a payment settles them. */
export const partNames = ['fee', 'penalty', 'interest', 'principal'] as const
export type PartName = (typeof partNames)[number]
export type Parts = Readonly<Record<PartName, Money>>

export const noParts: Parts = {
  fee: ZERO,
  penalty: ZERO,
  interest: ZERO,
  principal: ZERO,
}

export interface Instalment {
  readonly n: number
  /** The period its interest is for. */
  readonly period: Period
  /** The end of the period, unless a deferral moved it. */
  readonly dueDate: LocalDate
  readonly due: Parts
  readonly paid: Parts
  /** Waived by the lender, or discounted by a coupon. */
  readonly waived: Parts
  /** The part of the interest between the end of the period and a later due date. */
  readonly deferralInterest: Money
  /**
   * What rounding the interest of the period left, and the deferral interest accrued until
   * `penaltySince`, in millionths of a fen: the interest of an instalment is one sum, rounded once. [M7]
   */
  readonly deferralMicrofen: bigint
  /** Deferral interest and penalty are recorded up to this day and accrue after it. */
  readonly penaltySince: LocalDate
  /** Exact penalty accrued until `penaltySince`: principal × late rate × days. */
  readonly penaltyUnits: bigint
  /**
   * Interest in `due` on principal that was paid before the end of the period: it is refunded on
   * settlement.
   */
  readonly prepaidInterest: Money
  /** Principal converted into another loan, which bears interest only after this period. */
  readonly convertedPrincipal: Money
}

/** A new instalment without any accrual. */
export const notAccrued = {
  deferralInterest: ZERO,
  deferralMicrofen: 0n,
  penaltyUnits: 0n,
  prepaidInterest: ZERO,
  convertedPrincipal: ZERO,
}

export interface Loan {
  readonly amount: Money
  readonly start: LocalDate
  readonly method: Method
  readonly annualRatePpm: bigint
  readonly conventions: Conventions
  readonly instalments: readonly Instalment[]
  /** The number of instalments that was agreed: a shortened loan has fewer. */
  readonly monthsAgreed: number
  /**
   * The level instalment, fixed when the loan was last planned with equal instalments. Undefined
   * for other methods.
   */
  readonly level?: Money
  /** When the balance or the rate last changed inside a period, and the accrual up to then. */
  readonly accrual: { readonly since: LocalDate; readonly microfen: bigint }
  /** The days on which deferrals were granted. */
  readonly deferrals: readonly LocalDate[]
  /** The coupon the loan was drawn with: its discount follows from the interest charged. */
  readonly coupon?: CouponBenefit
  /** The principal and rate on which interest and penalty accrued. */
  readonly history: History
  /** Undefined for a loan from before it was counted. */
  readonly exposure?: Exposure
}

/** Books a plan as it was signed. [L1] */
export function openLoan(plan: Plan): Loan {
  const { amount, start, method, annualRatePpm, conventions } = plan.terms
  assert(!plan.terms.interestGrace, 'a plan that defers interest is a quote, never a loan')
  const instalments = plan.instalments.map(({ n, period, principal, interest, fee, microfen }) => ({
    n,
    period,
    dueDate: period.to,
    due: { ...noParts, fee, principal, interest },
    paid: noParts,
    waived: noParts,
    ...notAccrued,
    deferralMicrofen: microfen,
    penaltySince: period.to,
  }))
  const accrual = { since: start, microfen: 0n }
  const firstDue = instalments[0]?.dueDate
  const isOdd = firstDue !== undefined && firstDue !== addMonths(start, 1)
  const history = { since: start, ...(isOdd && { firstDue }), stretches: [] }
  const { level } = plan
  const monthsAgreed = instalments.length
  const terms = { amount, start, method, annualRatePpm, conventions, ...(level && { level }) }
  const exposure = newExposure(start)
  return { ...terms, monthsAgreed, instalments, accrual, deferrals: [], history, exposure }
}

/** The open amount of an instalment, of what is in its `due`. */
export function openParts({ due, paid, waived }: Instalment): Parts {
  return lessParts(lessParts(due, paid), waived)
}

export function addParts(left: Parts, right: Parts): Parts {
  return {
    fee: add(left.fee, right.fee),
    penalty: add(left.penalty, right.penalty),
    interest: add(left.interest, right.interest),
    principal: add(left.principal, right.principal),
  }
}

export function lessParts(left: Parts, right: Parts): Parts {
  return {
    fee: subtract(left.fee, right.fee),
    penalty: subtract(left.penalty, right.penalty),
    interest: subtract(left.interest, right.interest),
    principal: subtract(left.principal, right.principal),
  }
}

export function sumOfParts({ fee, penalty, interest, principal }: Parts): Money {
  return fen(fee + penalty + interest + principal)
}

export function isOpen({ due, paid, waived }: Instalment): boolean {
  return sumOfParts(due) > sumOfParts(paid) + sumOfParts(waived)
}

/** Whether an instalment can still accrue interest, also where a coupon pays its principal. */
export function isRunning(instalment: Instalment): boolean {
  const { due, paid, convertedPrincipal } = instalment
  return isOpen(instalment) || convertedPrincipal > 0n || due.principal > paid.principal
}

/** Outstanding principal, due or not. [L2] */
export function principalOutstanding(loan: Loan): Money {
  return sum(loan.instalments.map((instalment) => openParts(instalment).principal))
}

/** Whether nothing is owed, now or later. [L3] */
export function isSettled(loan: Loan): boolean {
  return !loan.instalments.some(isOpen)
}

/** The due date of the oldest open instalment. Undefined for a settled loan. */
export function nextDueDate(loan: Loan): LocalDate | undefined {
  return loan.instalments.find(isOpen)?.dueDate
}

/** Days the oldest open instalment is overdue; zero up to and including its due date. [L4] */
export function daysOverdue(loan: Loan, today: LocalDate): number {
  return daysPast(nextDueDate(loan), today)
}

/** The same for a loan of which only the next due date is known. [L4] */
export function daysPast(dueDate: LocalDate | undefined, today: LocalDate): number {
  if (dueDate === undefined || dueDate >= today) return 0
  return daysBetween({ from: dueDate, to: today })
}
