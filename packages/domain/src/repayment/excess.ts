import type { LocalDate } from '#calendar/local-date.ts'
import { sumOffUsed } from '#coupons/closing-discount.ts'
import { discountOf, withSumOffPaid } from '#coupons/coupon.ts'
import { runningInstalment, withFinalInterest } from '#loans/accrual.ts'
import type { Instalment, Loan } from '#loans/loan.ts'
import { ZERO, subtract, type Money } from '#money/money.ts'
import { allocate, isDueBy } from '#repayment/allocation.ts'
import { withoutCredit } from '#repayment/closing.ts'

/** A loan after a change of its plan, and the overpayment that could not be set off. */
export interface ChangedLoan {
  readonly loan: Loan
  readonly overpaid: Money
}

/**
 * Gives back interest that was paid for days on which its principal is no longer outstanding: it
 * is set off against what is due today, and the rest is overpaid. [R15]
 */
export function returnExcess(today: LocalDate, loan: Loan): ChangedLoan {
  const running = runningInstalment(loan, today)
  const instalments = loan.instalments.map((row) => {
    const charged = row.n === running?.n ? withLessInterest(row, loan) : withoutPrepaid(row)
    return charged === row ? row : applyDiscount(charged, withSumOffPaid(today, loan))
  })
  const { loan: charged, credit } = withoutCredit({ ...loan, instalments })
  if (credit === 0n) return { loan: charged, overpaid: ZERO }
  const setOff = allocate(charged, { amount: credit, today, takes: isDueBy(today) })
  return { loan: setOff.loan, overpaid: setOff.overpaid }
}

/** The running instalment with the interest that it charges in the end, if that is less. */
function withLessInterest(row: Instalment, loan: Loan): Instalment {
  const final = withFinalInterest(row, loan)
  return final.due.interest < row.due.interest ? final : withoutPrepaid(row)
}

function withoutPrepaid(row: Instalment): Instalment {
  const { due, prepaidInterest } = row
  if (prepaidInterest === 0n) return row
  const interest = subtract(due.interest, prepaidInterest)
  return { ...row, due: { ...due, interest }, prepaidInterest: ZERO }
}

/** An instalment whose interest was lowered, with the coupon's discount on what is left of it. */
export function applyDiscount(row: Instalment, loan: Loan): Instalment {
  if (!loan.history.isCouponUsed || row.n !== 1) return discountOf(row, loan)
  return {
    ...row,
    waived: { ...row.waived, ...sumOffUsed(row, { loan, charged: row.due.interest }) },
  }
}
