import type { LocalDate } from '#calendar/local-date.ts'
import { earnedInterest } from '#loans/accrual.ts'
import { isSettled, openParts, sumOfParts, type Instalment, type Loan } from '#loans/loan.ts'
import { greater, lesser, nothing, subtract, sum, type Money } from '#money/money.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import { allocate, type Settlement } from '#repayment/allocation.ts'
import { withPenaltyUntil } from '#repayment/penalty.ts'
import type { Payment } from '#repayment/repay.ts'

/** What settles the whole loan on a day: all principal, and interest only up to that day. [R8] */
export function payoffOn(today: LocalDate, loan: Loan): Money {
  return sum(closedOn(today, loan).instalments.map((row) => sumOfParts(openParts(row))))
}

/** Settles the loan early; interest that has not been earned falls away. [R8] */
export function repayInFull(loan: Loan, payment: Payment): Outcome<Settlement> {
  const { amount, today } = payment
  if (isSettled(loan)) return refused({ kind: 'nothing-owed' })

  const payoff = payoffOn(today, loan)
  if (amount < payoff) return refused({ kind: 'less-than-payoff', payoff })
  return granted(allocate(closedOn(today, loan), { amount, today, takes: () => true }))
}

/** The loan as it stands when it ends today: nothing charged for days that never come. */
function closedOn(today: LocalDate, loan: Loan): Loan {
  const lateToday = withPenaltyUntil(today, loan)
  const instalments = lateToday.instalments.map((instalment) =>
    closed(instalment, { loan: lateToday, today }),
  )
  return { ...lateToday, instalments }
}

/** An instalment of a loan that ends today. */
export function closed(instalment: Instalment, day: { loan: Loan; today: LocalDate }): Instalment {
  const { due, paid, waived, period } = instalment
  // What was collected stays collected: a fen of rounding is not worth a refund.
  const interest = greater(earnedInterest(instalment, day), paid.interest)
  const fee = day.today > period.from ? due.fee : paid.fee
  return {
    ...instalment,
    due: { ...due, interest, fee },
    waived: {
      ...waived,
      interest: lesser(waived.interest, subtract(interest, paid.interest)),
      fee: lesser(waived.fee, subtract(fee, paid.fee)),
    },
    delayInterest: nothing,
  }
}
