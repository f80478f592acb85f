import type { LocalDate } from '#calendar/local-date.ts'
import type { History } from '#loans/history.ts'
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
import { divide, fen, greater, lesser, ZERO, subtract, sum, type Money } from '#money/money.ts'
import { product } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import { allocate, type Settlement } from '#repayment/allocation.ts'
import { accrueUntil, withPenaltyUntil } from '#repayment/penalty.ts'
import type { Payment } from '#repayment/repay.ts'

/**
 * The shares that the lender waives if the rest of the overdue debt is paid at once by the last
 * day.
 */
export interface WaiverOffer {
  readonly penaltySharePpm: bigint
  readonly interestSharePpm: bigint
  readonly lastDay: LocalDate
}

export interface WaiverTerms {
  /** The overdue amount and its waived part, part by part. */
  readonly due: Parts
  readonly given: Parts
  readonly toPay: Money
  readonly waived: Money
}

/** Creates an offer for a debt that is overdue long enough; principal is never waived. [W1] */
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

/** The amount to pay and the amount waived on a day: penalty accrues until payment. [W2] */
export function waiverTermsOn(
  today: LocalDate,
  offered: { loan: Loan; offer: WaiverOffer },
): WaiverTerms {
  const loan = withPenaltyUntil(today, offered.loan)
  return waiverTermsOf(loan, { takes: isOverdue(today), offer: offered.offer })
}

function waiverTermsOf(
  loan: Loan,
  { takes, offer }: { takes: (row: Instalment) => boolean; offer: WaiverOffer },
): WaiverTerms {
  const waiving = loan.instalments.filter(takes)
  const due = waiving.map(openParts).reduce(addParts, noParts)
  const given = waiving.map((row) => waivedParts(row, { loan, offer })).reduce(addParts, noParts)
  const waived = sumOfParts(given)
  return { due, given, waived, toPay: subtract(sumOfParts(due), waived) }
}

/** The loan with the penalty of an earlier day, and what was paid since. [W4] */
function withPenaltyThen(
  day: LocalDate,
  { loan, asOrdered }: { loan: Loan; asOrdered: Loan },
): Loan {
  const before = new Map(
    withPenaltyUntil(day, asOrdered).instalments.map((row) => [row.n, row.due.penalty]),
  )
  const instalments = loan.instalments.map((row) => {
    const penalty = lesser(row.due.penalty, before.get(row.n) ?? ZERO)
    return { ...row, due: { ...row.due, penalty } }
  })
  return { ...loan, instalments }
}

/**
 * Books the single payment that settles the overdue debt: all or nothing. [W2, W3]
 *
 * It counts for the day of its order, as bank delays are not the borrower's fault: what was overdue
 * then is settled, and penalty accrued since is waived as well. [W4]
 */
export function payWithWaiver(
  loan: Loan,
  payment: Payment & {
    offer: WaiverOffer
    orderedOn?: LocalDate
    /**
     * The loan on the day of the order, where the payment is repeated in the rebuilding of a loan: it
     * was whole when it was made, and may be more or less than that now.
     */
    asOrdered?: Loan
  },
): Outcome<Settlement> {
  const { amount, today, offer, orderedOn = today, asOrdered } = payment
  if (orderedOn > offer.lastDay) return refused({ kind: 'offer-lapsed', since: offer.lastDay })

  const takes = isOverdue(orderedOn)
  const late = accrueUntil(today, loan)
  const isTaken = late.instalments.map(takes)
  const given = late.instalments.map((row) =>
    takes(row) ? waivedParts(row, { loan, offer }) : noParts,
  )
  const waived = late.instalments.map((row, index) => withWaiver(row, given[index] ?? noParts))
  const taken = waived.filter((_, index) => isTaken[index])
  const toPay = sum(taken.map((row) => sumOfParts(openParts(row))))
  if (taken.length === 0 || amount < 0n) return refused({ kind: 'nothing-due' })

  const asked =
    asOrdered &&
    waiverTermsOf(withPenaltyThen(orderedOn, { loan: late, asOrdered }), { takes, offer })
  const missing = greater(subtract(toPay, asked?.toPay ?? amount), ZERO)
  const penaltyLeft = sum(taken.map((row) => openParts(row).penalty))
  if (!asked && missing > (orderedOn < today ? penaltyLeft : ZERO)) {
    return refused({ kind: 'waiver-needs-whole-payment', toPay })
  }
  const alsoWaived = orderedOn < today ? lesser(missing, penaltyLeft) : ZERO
  const instalments = withoutPenalty(waived, { amount: alsoWaived, takes })
  const history = withGivenUp(late, given)
  return granted(allocate({ ...late, instalments, history }, { amount, today, takes }))
}

/** Beside a coupon, whose discount follows the interest, the waived interest is kept apart. */
function withGivenUp({ coupon, history, instalments }: Loan, given: readonly Parts[]): History {
  const more = instalments.flatMap(({ n }, index) => {
    const interest = given[index]?.interest ?? ZERO
    return interest > 0n ? [{ n, interest }] : []
  })
  if (!coupon || more.length === 0) return history
  return { ...history, givenUp: [...(history.givenUp ?? []), ...more] }
}

/** Waives additional penalty, oldest instalments first. */
function withoutPenalty(
  instalments: readonly Instalment[],
  given: { amount: Money; takes: (instalment: Instalment) => boolean },
): Instalment[] {
  let left = given.amount
  return instalments.map((row) => {
    if (!given.takes(row)) return row
    const penalty = lesser(left, openParts(row).penalty)
    left = subtract(left, penalty)
    return withWaiver(row, { ...noParts, penalty })
  })
}

function isOverdue(today: LocalDate): (instalment: Instalment) => boolean {
  return (instalment) => instalment.dueDate < today && isOpen(instalment)
}

function isShare(ppm: bigint): boolean {
  return ppm >= 0n && ppm <= PARTS_PER_MILLION
}

function withWaiver(instalment: Instalment, parts: Parts): Instalment {
  return { ...instalment, waived: addParts(instalment.waived, parts) }
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
