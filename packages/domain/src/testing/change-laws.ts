import { addDays, addMonths, type LocalDate } from '#calendar/local-date.ts'
import { isSettled, openParts, sumOfParts, type Loan, type Parts } from '#loans/loan.ts'
import { fen, subtract, sum, ZERO, type Money } from '#money/money.ts'
import { closedOn } from '#repayment/closing.ts'
import { withPenaltyUntil } from '#repayment/penalty.ts'
import { receivePayment } from '#repayment/repay.ts'
import { expectNear, fail } from '#testing/laws.ts'
import type { Life, TrackedLoan } from '#testing/life.ts'

/** The payoff of a loan on a day; negative if a refund would result. */
function owedOn(day: LocalDate, loan: Loan): bigint {
  if (isSettled(loan)) return 0n
  const { instalments } = closedOn(day, withPenaltyUntil(day, loan))
  return instalments.reduce((owed, row) => owed + sumOfParts(openParts(row)), 0n)
}

/**
 * What a sum off no longer gives, because its bill became smaller than it: the law of the total
 * holds, but not that of the payoff on each day.
 */
function lostOff(loan: Loan, today: LocalDate): number {
  const { coupon } = loan
  if (coupon?.kind !== 'sum-off-first-instalment') return 0
  const isLate = today >= addMonths(loan.start, 1)
  const lost = (isLate ? [loan, closedOn(today, loan)] : [loan]).map(({ instalments: [first] }) =>
    Number(coupon.amount - (first?.waived.interest ?? 0n) - (first?.waived.principal ?? 0n)),
  )
  return Math.max(0, ...lost)
}

/** Law 1: a coupon never makes a new loan more expensive. */
export function checkCouponAtStart(life: Life, { loan, bare }: TrackedLoan): void {
  for (const days of [0, 20, 31, 100]) {
    const day = addDays(life.today, days)
    const rise = owedOn(day, loan) - owedOn(day, bare)
    if (rise > loan.instalments.length) fail(life, `law 1: a coupon raises the payoff by ${rise}`)
  }
}

/** Law 1: a forbearance or a plan default never raises the payoff. */
export function checkChange(
  life: Life,
  { loan }: TrackedLoan,
  after: Loan,
  overpaid: Money = ZERO,
): void {
  const rise = owedOn(life.today, after) - overpaid - owedOn(life.today, loan)
  if (rise > loan.instalments.length) fail(life, `law 1: the payoff rises by ${rise}`)
}

/** A forbearance moves dates: the principal of each instalment is unchanged. */
export function checkForbearance(
  life: Life,
  lived: TrackedLoan,
  { loan: after, overpaid }: { loan: Loan; overpaid: Money },
): void {
  checkChange(life, lived, after, overpaid)
  for (const [index, { n, due }] of lived.loan.instalments.entries()) {
    const now = after.instalments[index]?.due.principal
    if (now !== due.principal)
      fail(life, `law 2: principal of ${n} is ${now}, was ${due.principal}`)
  }
}

/** Law 1: a waiver with its payment never costs more than the payment alone. */
export function checkWaiver(
  life: Life,
  { loan }: TrackedLoan,
  waiver: { after: Loan; amount: Money; overpaid: Money },
): void {
  const cost = waiver.amount - waiver.overpaid
  const rise = owedOn(life.today, waiver.after) + cost - owedOn(life.today, loan)
  if (rise > loan.instalments.length) fail(life, `law 1: a waiver raises the payoff by ${rise}`)
}

/**
 * Laws 1 and 4: a payment lowers the payoff by its amount today, and by at least that much later.
 */
export function checkPayment(
  life: Life,
  { loan }: TrackedLoan,
  payment: { after: Loan; amount: Money; overpaid: Money },
): void {
  const { after, amount, overpaid } = payment
  const { today } = life
  const cost = (day: LocalDate) => owedOn(day, after) + amount - overpaid - owedOn(day, loan)
  const tooMuch = (one: bigint) => {
    if (one > loan.instalments.length + lostOff(after, today)) {
      fail(life, `law 1: a payment costs ${one} too much`)
    }
  }
  // A fee can be paid on the day before its period begins.
  const early = after.instalments.filter(({ period }) => period.from >= today)
  tooMuch(cost(today) - sum(early.map(({ paid }) => paid.fee)))
  if (cost(today) < -loan.instalments.length) fail(life, `law 1: a payment costs ${cost(today)}`)
  if (isSettled(after)) return
  const later = addDays(today, 40)
  const penaltyRise = penaltyOn(later, after) - penaltyOn(later, loan)
  tooMuch(cost(later) - (penaltyRise > 0n ? penaltyRise : 0n))
}

/** Law 1: a rate cut lowers the payoff, today and later; its refund counts for the borrower. */
export function checkCut(
  life: Life,
  { loan }: TrackedLoan,
  { loan: after, overpaid }: { loan: Loan; overpaid: Money },
): void {
  const later = addDays(life.today, 40)
  const penaltyRise = penaltyOn(later, after) - penaltyOn(later, loan)
  const penaltyToday = penaltyOn(life.today, after) - penaltyOn(life.today, loan)
  const rise =
    owedOn(life.today, after) - owedOn(life.today, loan) - (penaltyToday > 0n ? penaltyToday : 0n)
  const laterRise = owedOn(later, after) - owedOn(later, loan)
  // If nothing is paid until then, a new plan has different principal in arrears: law 2 checks its
  // penalty.
  const withoutPenalty = laterRise - (penaltyRise > 0n ? penaltyRise : 0n)
  // What is sent back no longer repays principal.
  const onRefund = (Number(overpaid * loan.annualRatePpm) / 1e6) * (40 / 360)
  for (const one of [rise - overpaid, withoutPenalty - overpaid]) {
    if (Number(one) > loan.instalments.length + lostOff(after, life.today) + onRefund) {
      fail(life, `law 1: a cut raises the payoff by ${one}`)
    }
  }
}

function penaltyOn(day: LocalDate, loan: Loan): bigint {
  return sum(withPenaltyUntil(day, loan).instalments.map((row) => openParts(row).penalty))
}

/** Laws 1 and 7: a restructured amount is owed once, and equals the quote. */
export function checkConversion(
  life: Life,
  of: {
    before: readonly Loan[]
    after: readonly Loan[]
    parts: Parts
    overpaid: Money
  },
): void {
  const owed = (loans: readonly Loan[]) =>
    loans.reduce((all, loan) => all + owedOn(life.today, loan), 0n)
  const rounding = of.before.reduce((count, { instalments }) => count + instalments.length, 1)
  // A fee whose period begins today is taken over before it is charged.
  // A bill that is converted counts as paid ahead: a sum off pays its part of it.
  const [first] = of.before
  const sumOff = first?.coupon?.kind === 'sum-off-first-instalment' ? first.coupon.amount : 0n
  const tolerance = rounding + Number(of.parts.fee + sumOff)
  const rise = owed(of.after) - of.overpaid - owed(of.before)
  expectNear(life, 'law 1: a conversion', rise, tolerance)
  const opened = of.after.at(-1)
  const taken = opened
    ? sum(opened.instalments.map(({ due }) => fen(due.principal + due.penalty)))
    : 0n
  if (taken !== sumOfParts(of.parts)) {
    fail(life, `law 7: ${sumOfParts(of.parts)} is quoted, ${taken} is booked`)
  }
}

/** Law 3: one payment or two payments of the same total have the same result. */
export function checkSplit(life: Life, { loan }: TrackedLoan, amount: Money): void {
  const { today } = life
  if (amount < 2n) return
  const half = fen(amount / 2n)
  const one = receivePayment(loan, { amount, today })
  const first = receivePayment(loan, { amount: half, today })
  if (!one.ok || !first.ok) return
  const second = receivePayment(first.value.loan, { amount: subtract(amount, half), today })
  if (!second.ok) return
  const later = addDays(today, 20)
  const difference = owedOn(later, one.value.loan) - owedOn(later, second.value.loan)
  expectNear(life, 'law 3: two payments cost what one costs', difference, 1)
}
