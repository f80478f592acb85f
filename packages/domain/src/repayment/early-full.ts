import type { LocalDate } from '#calendar/local-date.ts'
import { isSettled, type Loan } from '#loans/loan.ts'
import { add, type Money } from '#money/money.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import { allocate, type Settlement } from '#repayment/allocation.ts'
import { closedOn, payoffOn, withoutCredit } from '#repayment/closing.ts'
import { withPenaltyUntil } from '#repayment/penalty.ts'
import type { Payment } from '#repayment/repay.ts'

export { payoffOn } from '#repayment/closing.ts'

/** Settles the loan early; unearned interest is not charged. [R8] */
export function repayInFull(loan: Loan, payment: Payment): Outcome<Settlement> {
  const { amount, today } = payment
  if (isSettled(loan)) return refused({ kind: 'nothing-owed' })

  const payoff = payoffOn(today, loan)
  if (amount < payoff) return refused({ kind: 'less-than-payoff', payoff })
  return granted(settleAll(loan, { amount, today }))
}

/** Applies unearned prepaid interest first, then the payment. */
function settleAll(loan: Loan, { amount, today }: { amount: Money; today: LocalDate }): Settlement {
  const { loan: ended, credit } = withoutCredit(closedOn(today, withPenaltyUntil(today, loan)))
  const closing = { today, takes: isTaken, isClosing: true }
  const setOff = allocate(ended, { ...closing, amount: credit })
  const paid = allocate(setOff.loan, { ...closing, amount })
  return { ...paid, overpaid: add(setOff.overpaid, paid.overpaid) }
}

function isTaken(): boolean {
  return true
}
