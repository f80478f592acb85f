import type { LocalDate } from '#calendar/local-date.ts'
import { discountOf } from '#coupons/coupon.ts'
import { runningInstalment } from '#loans/accrual.ts'
import type { Instalment, Loan } from '#loans/loan.ts'
import { ZERO, subtract, type Money } from '#money/money.ts'
import { allocate, isDueBy } from '#repayment/allocation.ts'
import { finalInterest, withoutCredit, withSumOffUsed } from '#repayment/closing.ts'

/** A loan after a change of its plan, and the overpayment that could not be set off. */
export interface Changed {
  readonly loan: Loan
  readonly overpaid: Money
}

/**
 * Gives back interest that was paid for days on which its principal is no longer outstanding: it
 * is set off against what is due today, and the rest is overpaid. [R15]
 */
export function returnExcess(today: LocalDate, loan: Loan): Changed {
  const running = runningInstalment(loan, today)
  const instalments = loan.instalments.map((row) => {
    const final = row.n === running?.n ? finalInterest(row, loan) : undefined
    return withFinalInterest(row, { loan, final })
  })
  const { loan: charged, credit } = withoutCredit({ ...loan, instalments })
  if (credit === 0n) return { loan: charged, overpaid: ZERO }
  const setOff = allocate(charged, { amount: credit, today, takes: isDueBy(today) })
  return { loan: setOff.loan, overpaid: setOff.overpaid }
}

/** The instalment with the interest that it charges in the end, and the discount on it. */
function withFinalInterest(
  row: Instalment,
  { loan, final }: { loan: Loan; final: Money | undefined },
): Instalment {
  const { due, prepaidInterest } = row
  const interest =
    final !== undefined && final < due.interest ? final : subtract(due.interest, prepaidInterest)
  if (interest === due.interest) return row
  const charged = { ...row, due: { ...due, interest }, prepaidInterest: ZERO }
  return discounted(charged, loan)
}

/** An instalment whose interest was lowered, with the coupon's discount on what is left of it. */
export function discounted(row: Instalment, loan: Loan): Instalment {
  if (loan.history.isCouponUsed && row.n === 1) return withSumOffUsed(row, row.waived)
  return discountOf(row, loan)
}
