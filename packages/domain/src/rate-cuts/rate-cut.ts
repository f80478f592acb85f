import { addDays, type LocalDate } from '#calendar/local-date.ts'
import { recomputeCoupon } from '#coupons/coupon.ts'
import { withDeferralInterest } from '#loans/accrual.ts'
import { isRunning, isSettled, type Loan } from '#loans/loan.ts'
import { currentInstalment, ownShape, replan } from '#loans/replan.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import { applyDiscount, returnExcess, type ChangedLoan } from '#repayment/excess.ts'
import { accrueUntil } from '#repayment/penalty.ts'

export interface RateCut {
  readonly annualRatePpm: bigint
  /** The first day at the new rate. */
  readonly from: LocalDate
  readonly today: LocalDate
}

/**
 * Lowers the rate from a day on; the rest of the plan is recomputed with the same end date. [T1]
 *
 * A day belongs to the date on which it ends, so the old rate applies until the end of the day
 * before. The loan must not have changed since then: `cutRateOf` also lowers the rate of a loan
 * that has. [T2]
 */
export function cutRate(loan: Loan, cut: RateCut): Outcome<ChangedLoan> {
  const checked = checkCut(loan, cut)
  if (!checked.ok) return checked
  const lastOldDay = addDays(cut.from, -1)
  if (loan.accrual.since > lastOldDay) return refused({ kind: 'rate-cut-date-out-of-range' })
  return granted(lowerRate(loan, { annualRatePpm: cut.annualRatePpm, lastOldDay }))
}

/** Checks that the rate is lower, and that its first day is at most tomorrow. */
export function checkCut(loan: Loan, cut: RateCut): Outcome<RateCut> {
  const { annualRatePpm, from, today } = cut
  if (isSettled(loan)) return refused({ kind: 'nothing-owed' })
  if (annualRatePpm < 0n || annualRatePpm >= loan.annualRatePpm) {
    return refused({ kind: 'rate-not-lower', annualRatePpm: loan.annualRatePpm })
  }
  const lastOldDay = addDays(from, -1)
  return lastOldDay > today || lastOldDay < loan.start
    ? refused({ kind: 'rate-cut-date-out-of-range' })
    : granted(cut)
}

/** The loan at the lower rate after the last day at the old one. */
function lowerRate(loan: Loan, cut: { annualRatePpm: bigint; lastOldDay: LocalDate }): ChangedLoan {
  const { annualRatePpm, lastOldDay } = cut
  const accrued = accrueUntil(lastOldDay, loan)
  const lower = { ...accrued, annualRatePpm }
  const instalments = lower.instalments.map((row) =>
    row.dueDate > lastOldDay && row.dueDate > row.period.to && isRunning(row)
      ? applyDiscount(withDeferralInterest(row, lower), lower)
      : row,
  )
  const after = { ...lower, instalments }
  const current = currentInstalment(after, lastOldDay)
  const shape = current && ownShape(after, current.n)
  // A bill that is due by then keeps its discount.
  const planned =
    current && shape
      ? replan(after, { on: lastOldDay, current: current.n, shape })
      : recomputeCoupon(after, { on: addDays(lastOldDay, 1) })
  return returnExcess(lastOldDay, planned)
}
