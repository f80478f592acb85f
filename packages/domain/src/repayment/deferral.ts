import { addDays, addMonths, daysBetween, type LocalDate } from '#calendar/local-date.ts'
import { withDeferralInterest } from '#loans/accrual.ts'
import { daysOverdue, isOpen, type Instalment, type Loan } from '#loans/loan.ts'
import { add, subtract } from '#money/money.ts'
import { product } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import { discountOf, withSumOffPaid } from '#coupons/coupon.ts'
import { accrueUntil } from '#repayment/penalty.ts'

/**
 * Moves the due date of the current instalment by some days; its principal continues to bear
 * interest. [D1]
 *
 * The new due date stays before that of the next instalment.
 */
export function deferInstalment(
  loan: Loan,
  request: { days: number; today: LocalDate },
): Outcome<Loan> {
  const { days, today } = request
  const { current, daysMax, opensOn } = deferralOptions(loan, today)
  if (!current) return refused({ kind: 'nothing-to-defer' })
  const { daysOverdueMax } = product.deferral
  if (daysOverdue(loan, today) > daysOverdueMax) {
    return refused({ kind: 'too-late-to-defer', daysOverdueMax })
  }
  if (opensOn !== undefined) return refused({ kind: 'deferrals-used-up', opensOn })
  if (!Number.isInteger(days) || days < 1 || days > daysMax) {
    return refused({ kind: 'deferral-out-of-range', daysMax })
  }
  const accrued = withSumOffPaid(today, accrueUntil(today, loan))
  const instalments = accrued.instalments.map((instalment) => {
    if (instalment.n !== current.n) return instalment
    const moved = moveDueDate(addDays(instalment.dueDate, days), instalment, accrued)
    return withDiscountOf(moved, instalment, accrued)
  })
  return granted({ ...accrued, instalments, deferrals: [...loan.deferrals, today] })
}

/** Which instalment can be deferred, by how many days at most, and how many more times. [D1] */
export function deferralOptions(
  loan: Loan,
  today: LocalDate,
): {
  current: Instalment | undefined
  daysMax: number
  timesLeft: number
  /** The day on which the next deferral is possible, if the yearly quota is used up. */
  opensOn: LocalDate | undefined
} {
  const oldest = loan.instalments.find(isOpen)
  const current = oldest && oldest.period.from <= today ? oldest : undefined
  const counted = loan.deferrals.filter((date) => addMonths(date, 12) > today).toSorted()
  const first = counted.at(-product.deferral.timesPerYear)
  return {
    current,
    daysMax: current ? deferralDaysMax(loan, current) : 0,
    timesLeft: Math.max(0, product.deferral.timesPerYear - counted.length),
    opensOn: first && addMonths(first, 12),
  }
}

function deferralDaysMax(loan: Loan, current: Instalment): number {
  const alreadyMoved = daysBetween({ from: current.period.to, to: current.dueDate })
  const left = product.deferral.daysMax - alreadyMoved
  const next = loan.instalments.find(({ n }) => n === current.n + 1)
  if (!next) return Math.max(0, left)
  return Math.max(0, Math.min(left, daysBetween({ from: current.dueDate, to: next.dueDate }) - 1))
}

/** The coupon's discount on a deferred instalment; what was discounted of prepaid interest stays so. */
function withDiscountOf(moved: Instalment, before: Instalment, loan: Loan): Instalment {
  const { waived } = discountOf(moved, loan)
  if (loan.coupon?.kind !== 'interest-free-days') return { ...moved, waived }
  const prepaid = subtract(before.waived.interest, discountOf(before, loan).waived.interest)
  return { ...moved, waived: { ...waived, interest: add(waived.interest, prepaid) } }
}

/**
 * The instalment with a later due date; its principal bears interest until then. [D1]
 *
 * Days with recorded penalty do not bear interest as well.
 */
export function moveDueDate(dueDate: LocalDate, instalment: Instalment, loan: Loan): Instalment {
  return withDeferralInterest({ ...instalment, dueDate }, loan)
}
