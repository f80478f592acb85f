import type { LocalDate } from '#calendar/local-date.ts'
import { earnedInterest } from '#loans/accrual.ts'
import {
  addParts,
  isOpen,
  lessParts,
  noParts,
  type Instalment,
  type Loan,
  type Parts,
} from '#loans/loan.ts'
import { add } from '#money/money.ts'
import { runningPenalty } from '#repayment/penalty.ts'

/** What a loan has been charged by a day, and how much of it was paid or waived. */
export interface Totals {
  readonly charged: Parts
  readonly paid: Parts
  readonly waived: Parts
}

export const noTotals: Totals = { charged: noParts, paid: noParts, waived: noParts }

/**
 * What a loan owes on a day by the ledger, part by part.
 *
 * Interest is negative where a coupon discounted it before it was earned; no other part is ever
 * negative.
 */
export function positionOf(loan: Loan, today: LocalDate): Parts {
  const { charged, paid, waived } = totalsOf(loan, today)
  return lessParts(lessParts(charged, paid), waived)
}

/** What a loan was charged, paid and waived by a day: the receivables are the difference. [G2] */
export function totalsOf(loan: Loan, today: LocalDate): Totals {
  return loan.instalments.reduce<Totals>(
    (totals, instalment) => ({
      charged: addParts(totals.charged, chargesUntil(instalment, { loan, today })),
      paid: addParts(totals.paid, instalment.paid),
      waived: addParts(totals.waived, instalment.waived),
    }),
    noTotals,
  )
}

/**
 * A settled instalment is charged the amount that settled it; an open one, what has accrued so far.
 * [G3]
 */
function chargesUntil(instalment: Instalment, day: { loan: Loan; today: LocalDate }): Parts {
  const { due, paid, waived, period } = instalment
  if (!isOpen(instalment)) return due
  return {
    fee: day.today > period.from ? due.fee : add(paid.fee, waived.fee),
    penalty: add(due.penalty, runningPenalty(instalment, day)),
    interest: earnedInterest(instalment, day),
    principal: due.principal,
  }
}
