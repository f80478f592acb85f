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

/** The amount due on a day: every open instalment due by then, with its penalty. [R6] */
export function dueOn(today: LocalDate, loan: Loan): Money {
  const { instalments } = withPenaltyUntil(today, loan)
  return sum(
    instalments.filter(isDueBy(today)).map((instalment) => sumOfParts(openParts(instalment))),
  )
}

/** Checks a repayment order: something must be due, and the amount may not exceed it. [R6] */
export function checkRepayment(loan: Loan, payment: Payment): Outcome<Payment> {
  const { amount, today } = payment
  if (amount <= 0n) return refused({ kind: 'amount-not-positive' })

  const due = dueOn(today, loan)
  if (due === 0n) return refused({ kind: 'nothing-due' })
  if (amount > due) return refused({ kind: 'more-than-owed', owed: due })
  return granted(payment)
}

/**
 * Books a received payment. [R4, R7]
 *
 * Received money can't be refused: what is no longer due, because a batch or another payment came
 * first, becomes overpaid and is refunded to the payer.
 */
export function receivePayment(loan: Loan, payment: Payment): Outcome<Settlement> {
  if (payment.amount <= 0n) return refused({ kind: 'amount-not-positive' })
  const takes = isDueBy(payment.today)
  return granted(allocate(loan, { ...payment, takes }))
}

export function isDueBy(today: LocalDate): (instalment: Instalment) => boolean {
  return (instalment) => instalment.dueDate <= today && isOpen(instalment)
}
