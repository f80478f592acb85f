import type { LocalDate } from '#calendar/local-date.ts'
import { isOpen, openParts, sumOfParts, type Instalment, type Loan } from '#loans/loan.ts'
import { sum, type Money } from '#money/money.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import { allocate, type Settlement } from '#repayment/allocation.ts'
import { withPenaltyUntil } from '#repayment/penalty.ts'

export interface Payment {
  readonly amount: Money
  readonly today: LocalDate
}

/** What is due on a day: every open instalment up to it, with its penalty. [R6] */
export function dueOn(today: LocalDate, loan: Loan): Money {
  const { instalments } = withPenaltyUntil(today, loan)
  return sum(
    instalments.filter(isDueBy(today)).map((instalment) => sumOfParts(openParts(instalment))),
  )
}

/** An order to repay what is due: something must be, and no more than that is asked for. [R6] */
export function checkRepayment(loan: Loan, payment: Payment): Outcome<Payment> {
  const { amount, today } = payment
  if (amount <= 0n) return refused({ kind: 'amount-not-positive' })

  const due = dueOn(today, loan)
  if (due === 0n) return refused({ kind: 'nothing-due' })
  if (amount > due) return refused({ kind: 'more-than-owed', owed: due })
  return granted(payment)
}

/**
 * Takes money that has come in. [R4, R7]
 *
 * It can no longer be refused: what is not needed any more, because a batch or another payment
 * was first, comes out as overpaid and goes back to the payer.
 */
export function receivePayment(loan: Loan, payment: Payment): Outcome<Settlement> {
  if (payment.amount <= 0n) return refused({ kind: 'amount-not-positive' })
  const takes = isDueBy(payment.today)
  return granted(allocate(loan, { ...payment, takes }))
}

export function isDueBy(today: LocalDate): (instalment: Instalment) => boolean {
  return (instalment) => instalment.dueDate <= today && isOpen(instalment)
}
