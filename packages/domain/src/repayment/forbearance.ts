import { addDays, addMonths, daysBetween, type LocalDate } from '#calendar/local-date.ts'
import {
  isPaidAheadBySumOff,
  isToBePaid,
  recomputeCoupon,
  withRestOfSumOff,
  withSumOffPaid,
} from '#coupons/coupon.ts'
import { bearingPrincipal } from '#loans/accrual.ts'
import { isSettled, type Instalment, type Loan } from '#loans/loan.ts'
import { currentInstalment, replan } from '#loans/replan.ts'
import { add, greater, type Money } from '#money/money.ts'
import { product } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import { moveDueDate } from '#repayment/deferral.ts'
import { returnExcess, type ChangedLoan } from '#repayment/excess.ts'
import { accrueUntil, withPenaltyUntil } from '#repayment/penalty.ts'

/** The day of the forbearance request, and each instalment's penalty on that day. */
export interface ForbearanceTerms {
  readonly on: LocalDate
  readonly penalties: readonly Money[]
}

/** Snapshot of a loan's penalties, taken when the request goes to review. [D3] */
export function forbearanceRequestOn(today: LocalDate, loan: Loan): ForbearanceTerms {
  const { instalments } = withPenaltyUntil(today, loan)
  return { on: today, penalties: instalments.map(({ due }) => due.penalty) }
}

/**
 * Moves every open instalment by some days, for borrowers in a disaster region. [D2]
 *
 * Interest continues; penalty is suspended until the new due dates. Penalty of the review days is
 * cancelled unless it was paid meanwhile. [D3]
 */
export function grantForbearance(
  reviewed: Loan,
  forbearance: { days: number; today: LocalDate; asked?: ForbearanceTerms },
): Outcome<ChangedLoan> {
  const { days, today, asked } = forbearance
  const loan = asked ? withPenaltyAsRequested(reviewed, asked) : reviewed
  const { daysMax } = product.regionalForbearance
  if (isSettled(loan)) return refused({ kind: 'nothing-owed' })
  if (!Number.isInteger(days) || days < 1 || days > daysMax) {
    return refused({ kind: 'deferral-out-of-range', daysMax })
  }
  const isExtended = (row: Instalment) => isPaidAheadBySumOff(row, { loan, today })
  const current =
    loan.instalments.find((row) => isExtended(row) && row.period.to > today) ??
    currentInstalment(loan, today)
  const isMoved = (row: Instalment) => isToBePaid(row, { loan, today }) || isExtended(row)
  const oldest = loan.instalments.find((row) => isMoved(row) || row.n === current?.n)
  const anchor = oldest && { n: oldest.n, dueDate: addDays(oldest.dueDate, days) }
  if (anchor && anchor.dueDate < today) {
    return refused({ kind: 'too-late-to-defer', daysOverdueMax: days })
  }

  const penaltyUntil = asked?.on ?? today
  const accrued = withSumOffPaid(today, accrueUntil(today, loan, { penaltyUntil }))
  const instalments = accrued.instalments.map((row) => {
    if (!anchor || row.n < anchor.n) return row
    if (current && row.n >= current.n) return shiftInstalment(row, { anchor, current })
    const dueDate = addMonths(anchor.dueDate, row.n - anchor.n)
    return isMoved(row) ? moveAfterGrace(today, row, { dueDate, loan: accrued }) : row
  })
  const later = { ...accrued, instalments }
  if (!current) return granted(returnExcess(today, recomputeCoupon(later, { on: loan.start })))

  const ahead = instalments.filter(({ n }) => n >= current.n)
  const principals = ahead.map((row) => bearingPrincipal(row, later))
  const shape = { kind: 'kept-principal' as const, principals }
  const planned = replan(later, { on: today, current: current.n, shape })
  return granted(returnExcess(today, isExtended(current) ? withRestOfSumOff(planned) : planned))
}

/** Grace days before the forbearance bear neither penalty nor interest. [D2] */
function moveAfterGrace(
  today: LocalDate,
  instalment: Instalment,
  move: { dueDate: LocalDate; loan: Loan },
): Instalment {
  const { dueDate, penaltySince } = instalment
  const isInGrace = dueDate < today && penaltySince <= dueDate
  const row = isInGrace ? { ...instalment, penaltySince: today } : instalment
  return moveDueDate(move.dueDate, row, move.loan)
}

/** Cancels penalty recorded during the review; paid penalty stays paid. */
function withPenaltyAsRequested(loan: Loan, { penalties }: ForbearanceTerms): Loan {
  const instalments = loan.instalments.map((instalment, index) => {
    const { due, paid, waived } = instalment
    const least = greater(add(paid.penalty, waived.penalty), penalties[index] ?? due.penalty)
    if (due.penalty <= least) return instalment
    return { ...instalment, due: { ...due, penalty: least }, penaltyUnits: 0n }
  })
  return { ...loan, instalments }
}

/**
 * The current period is extended by the days of the forbearance; due dates are whole months from
 * that of the oldest open instalment, so that none drifts. [C2]
 */
function shiftInstalment(
  instalment: Instalment,
  shift: { anchor: { n: number; dueDate: LocalDate }; current: Instalment },
): Instalment {
  const { anchor, current } = shift
  const { period, n } = instalment
  const isCurrent = n === current.n
  const to = addMonths(anchor.dueDate, n - anchor.n)
  return {
    ...instalment,
    period: {
      from: isCurrent ? period.from : addMonths(anchor.dueDate, n - anchor.n - 1),
      to,
      days360: isCurrent ? period.days360 + daysBetween({ from: period.to, to }) : period.days360,
    },
    dueDate: to,
    deferralMicrofen: 0n,
    penaltySince: to,
  }
}
