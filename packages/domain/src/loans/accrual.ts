import { daysBetween, type LocalDate } from '#calendar/local-date.ts'
import { elapsedFraction } from '#calendar/period.ts'
import { interestOfStretches, periodRecordedUntil, withStretch } from '#loans/history.ts'
import type { Instalment, Loan } from '#loans/loan.ts'
import { PARTS_PER_MILLION } from '#loans/plan.ts'
import { add, fen, greater, lesser, ZERO, subtract, sum, type Money } from '#money/money.ts'
import {
  microfenLeft,
  microfenOf,
  minus,
  ofMicrofen,
  plus,
  ratio,
  roundToMoney,
  times,
  whole,
  zero,
  type Ratio,
} from '#money/ratio.ts'

/** Interest an instalment has earned by a day, at most its due interest. [L5, L6] */
export function earnedInterest(
  instalment: Instalment,
  day: { loan: Loan; today: LocalDate },
): Money {
  const { loan, today } = day
  const { period, dueDate, due, deferralInterest } = instalment
  if (today >= dueDate) return due.interest

  const own = subtract(due.interest, deferralInterest)
  if (today >= period.to) {
    return add(own, lesser(deferralBy(instalment, { loan, until: today }), deferralInterest))
  }
  if (today <= period.from) return ZERO
  return lesser(own, roundToMoney(exactAccrual(loan, { period, today }), loan.conventions.rounding))
}

/**
 * Exact interest accrued inside a period: the accrual at the last change, plus the balance since
 * then × rate × elapsed fraction of a year. [L5]
 */
export function exactAccrual(
  loan: Loan,
  day: { period: Instalment['period']; today: LocalDate },
): Ratio {
  const { period, today } = day
  const isBroken = loan.accrual.since > period.from
  const before = isBroken ? ofMicrofen(loan.accrual.microfen) : zero
  const since = isBroken ? loan.accrual.since : period.from

  return plus(before, interestInPeriod(loan, { period, from: since, to: today }))
}

/** The loan with its accrual recorded on a day inside a period. */
function withAccrualUntil(
  today: LocalDate,
  books: { loan: Loan; period: Instalment['period'] },
): Loan {
  const exact = exactAccrual(books.loan, { period: books.period, today })
  return { ...books.loan, accrual: { since: today, microfen: microfenOf(exact) } }
}

/** The instalment whose period contains a day, open or settled. */
export function runningInstalment(loan: Loan, today: LocalDate): Instalment | undefined {
  return loan.instalments.find(({ period }) => period.from <= today && today < period.to)
}

/**
 * The loan with all accrued interest recorded on a day: every change of a balance, a rate or a date
 * starts from it.
 */
export function withInterestUntil(today: LocalDate, loan: Loan): Loan {
  const { annualRatePpm } = loan
  let { history } = loan
  for (const { n, period } of loan.instalments) {
    const to = today < period.to ? today : period.to
    const begun = period.from > history.since ? period.from : history.since
    const from = periodRecordedUntil(loan, { n }) ?? begun
    if (from >= to) continue
    const principal = runningPrincipal(loan, period.from)
    history = withStretch(history, {
      n,
      kind: 'period',
      from,
      to,
      principal,
      annualRatePpm,
      period,
    })
  }
  const recorded = { ...loan, history }
  const running = runningInstalment(loan, today)
  return running ? withAccrualUntil(today, { loan: recorded, period: running.period }) : recorded
}

/**
 * Exact interest of an instalment up to a day: the recorded days of its history, plus the accrual
 * since then.
 */
export function exactInterestUntil(
  instalment: Instalment,
  { loan, until }: { loan: Loan; until: LocalDate },
): Ratio {
  const { n, period, dueDate, penaltySince } = instalment
  const past = plus(
    interestOfStretches(loan, { n, kind: 'period', until }),
    interestOfStretches(loan, { n, kind: 'delay', until }),
  )
  const from = periodRecordedUntil(loan, { n }) ?? period.from
  const to = until < period.to ? until : period.to
  const inPeriod = from < to ? interestInPeriod(loan, { period, from, to }) : zero
  const end = until < dueDate ? until : dueDate
  const delay =
    end > penaltySince
      ? exactInterestOverDays(deferredPrincipal(instalment, loan), {
          loan,
          days: daysBetween({ from: penaltySince, to: end }),
        })
      : zero
  return plus(past, plus(inPeriod, delay))
}

function interestInPeriod(
  loan: Loan,
  days: { period: Instalment['period']; from: LocalDate; to: LocalDate },
): Ratio {
  const { period, from, to } = days
  const elapsed = (on: LocalDate) => elapsedFraction(period, { on, ...loan.conventions })
  const base = ratio(runningPrincipal(loan, period.from) * loan.annualRatePpm, PARTS_PER_MILLION)
  return times(base, minus(elapsed(to), elapsed(from)))
}

/**
 * Principal that bears interest in the period starting on a day: principal not due before the end
 * of that period.
 */
function runningPrincipal(loan: Loan, from: LocalDate): Money {
  return sum(
    loan.instalments
      .filter(({ period }) => period.from >= from)
      .map((row) =>
        add(bearingPrincipal(row, loan), row.period.from === from ? row.convertedPrincipal : ZERO),
      ),
  )
}

/**
 * Exact deferral interest up to a day, at most up to the new due date, on the instalment's own
 * principal, with what rounding the interest of the period left. [L6]
 */
export function exactDeferral(
  instalment: Instalment,
  day: { loan: Loan; until: LocalDate },
): Ratio {
  const { dueDate, penaltySince, deferralMicrofen } = instalment
  const before = ofMicrofen(deferralMicrofen)
  const end = day.until < dueDate ? day.until : dueDate
  if (end <= penaltySince) return before
  const days = daysBetween({ from: penaltySince, to: end })
  return plus(
    before,
    exactInterestOverDays(deferredPrincipal(instalment, day.loan), { loan: day.loan, days }),
  )
}

/** Principal that bears interest after the end of the period, until a later due date. */
export function deferredPrincipal(row: Instalment, loan: Loan): Money {
  return add(bearingPrincipal(row, loan), row.convertedPrincipal)
}

/** Principal that is not repaid; a coupon repays its part on the due date, or when it is used. */
export function bearingPrincipal({ due, paid, waived }: Instalment, { history }: Loan): Money {
  const left = subtract(due.principal, paid.principal)
  return history.isCouponUsed ? subtract(left, waived.principal) : left
}

/**
 * Deferral interest of an instalment by a day: what it adds to the interest of the period, which is
 * rounded together with it. [M7]
 */
function deferralBy(instalment: Instalment, day: { loan: Loan; until: LocalDate }): Money {
  const { due, deferralInterest, prepaidInterest } = instalment
  const own = fen(due.interest - deferralInterest - prepaidInterest)
  const exact = plus(whole(own), exactDeferral(instalment, day))
  return greater(subtract(roundToMoney(exact, day.loan.conventions.rounding), own), ZERO)
}

/** The instalment with its deferral interest as of its due date. */
export function withDeferralInterest(instalment: Instalment, loan: Loan): Instalment {
  const { due, dueDate } = instalment
  const deferralInterest = deferralBy(instalment, { loan, until: dueDate })
  const own = subtract(due.interest, instalment.deferralInterest)
  return { ...instalment, deferralInterest, due: { ...due, interest: add(own, deferralInterest) } }
}

/** The running instalment with the interest that it earns by its due date, if nothing else changes. */
export function withFinalInterest(instalment: Instalment, loan: Loan): Instalment {
  const { period, due } = instalment
  const exact = exactAccrual(loan, { period, today: period.to })
  const interest = roundToMoney(exact, loan.conventions.rounding)
  const own: Instalment = {
    ...instalment,
    due: { ...due, interest },
    deferralInterest: ZERO,
    deferralMicrofen: microfenLeft(exact, interest),
    prepaidInterest: ZERO,
  }
  return withDeferralInterest(own, loan)
}

/** Principal × annual rate ÷ 360 × days, exact: it is rounded with the instalment. [L7] */
function exactInterestOverDays(principal: Money, time: { loan: Loan; days: number }): Ratio {
  const { loan, days } = time
  return ratio(fen(principal * loan.annualRatePpm) * BigInt(days), PARTS_PER_MILLION * 360n)
}
