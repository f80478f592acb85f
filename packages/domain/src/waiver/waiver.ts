import type { LocalDate } from '#calendar/local-date.ts'
import {
  addParts,
  daysOverdue,
  isOpen,
  noParts,
  openParts,
  sumOfParts,
  type Instalment,
  type Loan,
  type Parts,
} from '#loans/loan.ts'
import { PARTS_PER_MILLION } from '#loans/plan.ts'
import { fen, divide, sum, type Money } from '#money/money.ts'
import { product } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import { allocate, type Settlement } from '#repayment/allocation.ts'
import { withPenaltyUntil } from '#repayment/penalty.ts'
import type { Payment } from '#repayment/repay.ts'

/** What the lender gives up if the rest of the overdue debt is paid in one go by a day. */
export interface WaiverOffer {
  readonly penaltySharePpm: bigint
  readonly interestSharePpm: bigint
  readonly lastDay: LocalDate
}

export interface WaiverTerms {
  readonly toPay: Money
  readonly waived: Money
}

/** An offer for a debt that is late enough; principal is never part of it. [W1] */
export function offerWaiver(
  loan: Loan,
  offer: WaiverOffer & { today: LocalDate },
): Outcome<WaiverOffer> {
  const { today, penaltySharePpm, interestSharePpm, lastDay } = offer
  if (daysOverdue(loan, today) < product.waiver.daysOverdueMin) {
    return refused({ kind: 'not-late-enough' })
  }
  if (!isShare(penaltySharePpm) || !isShare(interestSharePpm)) {
    return refused({ kind: 'waiver-share-out-of-range' })
  }
  if (lastDay < today) return refused({ kind: 'offer-lapsed', since: lastDay })
  return granted({ penaltySharePpm, interestSharePpm, lastDay })
}

/** What an offer asks for and gives up on a day: penalty runs on until it is paid. [W2] */
export function waiverTermsOn(
  today: LocalDate,
  offered: { loan: Loan; offer: WaiverOffer },
): WaiverTerms {
  const { loan, offer } = offered
  const waiving = withPenaltyUntil(today, loan).instalments.filter(isOverdue(today))
  return {
    toPay: sum(waiving.map((row) => sumOfParts(openParts(withWaiver(row, { loan, offer }))))),
    waived: sum(waiving.map((row) => sumOfParts(waivedParts(row, { loan, offer })))),
  }
}

/** Takes the one payment that settles the overdue debt: all or nothing. [W2, W3] */
export function payWithWaiver(
  loan: Loan,
  payment: Payment & { offer: WaiverOffer },
): Outcome<Settlement> {
  const { amount, today, offer } = payment
  if (today > offer.lastDay) return refused({ kind: 'offer-lapsed', since: offer.lastDay })

  const { toPay } = waiverTermsOn(today, { loan, offer })
  if (toPay === 0n) return refused({ kind: 'nothing-due' })
  if (amount < toPay) return refused({ kind: 'waiver-needs-whole-payment', toPay })

  const late = withPenaltyUntil(today, loan)
  const instalments = late.instalments.map((row) =>
    isOverdue(today)(row) ? withWaiver(row, { loan, offer }) : row,
  )
  const takes = isOverdue(today)
  return granted(allocate({ ...late, instalments }, { amount, today, takes }))
}

function isOverdue(today: LocalDate): (instalment: Instalment) => boolean {
  return (instalment) => instalment.dueDate < today && isOpen(instalment)
}

function isShare(ppm: bigint): boolean {
  return ppm >= 0n && ppm <= PARTS_PER_MILLION
}

function withWaiver(
  instalment: Instalment,
  offered: { loan: Loan; offer: WaiverOffer },
): Instalment {
  return { ...instalment, waived: addParts(instalment.waived, waivedParts(instalment, offered)) }
}

function waivedParts(instalment: Instalment, offered: { loan: Loan; offer: WaiverOffer }): Parts {
  const { loan, offer } = offered
  const { penalty, interest } = openParts(instalment)
  const share = (amount: Money, ppm: bigint) =>
    fen(divide(amount * ppm, PARTS_PER_MILLION, loan.conventions.rounding))
  return {
    ...noParts,
    penalty: share(penalty, offer.penaltySharePpm),
    interest: share(interest, offer.interestSharePpm),
  }
}
