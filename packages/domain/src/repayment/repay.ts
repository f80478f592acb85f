import type { LocalDate } from '#calendar/local-date.ts'
import { isOpen, openParts, sumOfParts, type Instalment, type Loan } from '#loans/loan.ts'
import { sum, type Money } from '#money/money.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import { allocate, isDueBy, type Settlement } from '#repayment/allocation.ts'
import { billLoan, payoffOn, repayInFull } from '#repayment/early-repayment.ts'

export interface Payment {
  readonly amount: Money
  readonly today: LocalDate
}

/** The amount due on a day: every open instalment due by then, with its penalty. [R6] */
export function dueOn(today: LocalDate, loan: Loan): Money {
  const { instalments } = billLoan(today, loan)
  return sum(
    instalments.filter(isDueBy(today)).map((instalment) => sumOfParts(openParts(instalment))),
  )
}

/**
 * Books a received payment. [R4, R7]
 *
 * Received money can't be refused: what is no longer due, because a batch or another payment came
 * first, becomes overpaid and is refunded to the payer.
 */
export function receivePayment(loan: Loan, payment: Payment): Outcome<Settlement> {
  if (payment.amount <= 0n) return refused({ kind: 'amount-not-positive' })
  return granted(allocateReceived(loan, { ...payment, takes: isDueBy(payment.today) }))
}

/** Where all that is open is paid, at most the payoff is taken: the rest would exceed the cap. [Y7] */
export function allocateReceived(
  loan: Loan,
  payment: Payment & { takes: (instalment: Instalment) => boolean },
): Settlement {
  const isWhole = loan.instalments.filter(isOpen).every(payment.takes)
  const settled = isWhole ? repayInFull(loan, payment) : undefined
  return settled?.ok ? settled.value : allocate(loan, payment)
}

/**
 * The last instalment that can be paid as a bill: the due ones and the one whose period has begun.
 * [R12]
 */
export function lastPayable(loan: Loan, today: LocalDate): number | undefined {
  return loan.instalments.findLast((row) => row.period.from <= today && isOpen(row))?.n
}

/** The total of all open instalments up to this one, oldest first. [R12] */
export function billThrough(
  loan: Loan,
  { through, today }: { readonly through: number; readonly today: LocalDate },
): Outcome<Money> {
  const last = lastPayable(loan, today)
  if (last === undefined) return refused({ kind: 'nothing-owed' })
  if (through > last) return refused({ kind: 'older-instalment-first', n: last })

  if (endsBefore(today, { loan, through })) return granted(payoffOn(today, loan))
  const { instalments } = billLoan(today, loan)
  const taken = instalments.filter(isIn(through))
  return granted(sum(taken.map((instalment) => sumOfParts(openParts(instalment)))))
}

/**
 * Books a received payment for the instalments up to one, which need not be due yet. [R12]
 *
 * Received money can't be refused: what was settled by another payment meanwhile becomes overpaid.
 */
export function repayThrough(
  loan: Loan,
  payment: Payment & { readonly through: number },
): Outcome<Settlement> {
  const { amount, today, through } = payment
  if (amount <= 0n) return refused({ kind: 'amount-not-positive' })
  const isTaken = isIn(through)
  const takes = (row: Instalment) => isOpen(row) && (row.dueDate <= today || isTaken(row))
  return granted(allocateReceived(loan, { amount, today, takes }))
}

/**
 * Whether a payment through an instalment ends the loan before its last due date: then interest
 * ends today. [R8]
 */
function endsBefore(
  today: LocalDate,
  { loan, through }: { readonly loan: Loan; readonly through: number },
): boolean {
  const open = loan.instalments.filter(isOpen)
  return open.every(({ n }) => n <= through) && open.some(({ dueDate }) => dueDate > today)
}

function isIn(through: number): (instalment: Instalment) => boolean {
  return (instalment) => instalment.n <= through && isOpen(instalment)
}
