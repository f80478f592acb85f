import { assert } from '#assert.ts'
import { daysBetween, type LocalDate } from '#calendar/local-date.ts'
import type { Period } from '#calendar/period.ts'
import type { Method } from '#loans/amortise.ts'
import type { CouponBenefit } from '#loans/coupon.ts'
import type { History } from '#loans/history.ts'
import type { Plan } from '#loans/plan.ts'
import type { Conventions } from '#loans/terms.ts'
import { add, ZERO, subtract, sum, type Money } from '#money/money.ts'

/** What an instalment is made of, in the order in which a payment settles it. */
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
  /** The time its interest is for. */
  readonly period: Period
  /** The end of the period, unless a delay moved it. */
  readonly dueDate: LocalDate
  readonly due: Parts
  readonly paid: Parts
  /** Given up by the lender: by a coupon or by a waiver. */
  readonly waived: Parts
  /** The part of the interest that runs between the end of the period and a later due date. */
  readonly delayInterest: Money
  /** Interest of a delay that is accrued until `penaltySince`, exact. */
  readonly delayMicrofen: bigint
  /** Interest of a delay, and penalty, are accrued up to this day; after it, they run. */
  readonly penaltySince: LocalDate
  /** Penalty that is accrued until `penaltySince`, exact: principal × late rate × days. */
  readonly penaltyUnits: bigint
  /** Interest in `due` on principal that was paid before the end of the period: it is given back. */
  readonly prepaidInterest: Money
  /** Principal that became a loan of its own, which bears interest only after this period. */
  readonly convertedPrincipal: Money
}

/** An instalment of which nothing has happened yet. */
export const notAccrued = {
  delayInterest: ZERO,
  delayMicrofen: 0n,
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
  /** Where the balance or the rate last changed inside a period, and what had accrued by then. */
  readonly accrual: { readonly since: LocalDate; readonly microfen: bigint }
  /** The days on which delays were granted. */
  readonly delays: readonly LocalDate[]
  /** What was lent with: what it gives follows from the interest that is charged. */
  readonly coupon?: CouponBenefit
  /** On what, and at which rate, interest and penalty have run. */
  readonly history: History
}

/** Books a plan as it was signed. [L1] */
export function openLoan(plan: Plan): Loan {
  const { amount, start, method, annualRatePpm, conventions } = plan.terms
  assert(!plan.terms.interestGrace, 'a plan that defers interest is a quote, never a loan')
  const instalments = plan.instalments.map(({ n, period, principal, interest }) => ({
    n,
    period,
    dueDate: period.to,
    due: { ...noParts, principal, interest },
    paid: noParts,
    waived: noParts,
    ...notAccrued,
    penaltySince: period.to,
  }))
  const accrual = { since: start, microfen: 0n }
  const history = { since: start, stretches: [] }
  const terms = { amount, start, method, annualRatePpm, conventions }
  return { ...terms, instalments, accrual, delays: [], history }
}

/** What an instalment still owes of what is in its `due`. */
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

export function sumOfParts(parts: Parts): Money {
  return sum(partNames.map((name) => parts[name]))
}

export function isOpen(instalment: Instalment): boolean {
  return sumOfParts(openParts(instalment)) > 0n
}

/** Whether interest may still run on an instalment: also where a coupon pays its principal. */
export function isRunning(instalment: Instalment): boolean {
  const { due, paid, convertedPrincipal } = instalment
  return isOpen(instalment) || convertedPrincipal > 0n || due.principal > paid.principal
}

/** Principal still to come back, whatever the reason why it has not. [L2] */
export function principalOutstanding(loan: Loan): Money {
  return sum(loan.instalments.map((instalment) => openParts(instalment).principal))
}

/** Nothing is owed any more, now or later. [L3] */
export function isSettled(loan: Loan): boolean {
  return !loan.instalments.some(isOpen)
}

/** Days the oldest open instalment is late; zero on its due date and before. [L4] */
export function daysOverdue(loan: Loan, today: LocalDate): number {
  const oldest = loan.instalments.find(isOpen)
  if (!oldest || oldest.dueDate >= today) return 0
  return daysBetween({ from: oldest.dueDate, to: today })
}
