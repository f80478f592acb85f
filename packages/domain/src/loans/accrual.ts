import { daysBetween, type LocalDate } from '#calendar/local-date.ts'
import { elapsedFraction } from '#calendar/period.ts'
import type { Instalment, Loan } from '#loans/loan.ts'
import { PARTS_PER_MILLION } from '#loans/plan.ts'
import { greater, lesser, nothing, subtract, sum, add, type Money } from '#money/money.ts'
import { minus, plus, ratio, rounded, times, zero, type Ratio } from '#money/ratio.ts'

const MICROFEN_PER_FEN = 1_000_000n

/** Interest an instalment has earned by a day, never more than its own. [L5, L6] */
export function earnedInterest(
  instalment: Instalment,
  day: { loan: Loan; today: LocalDate },
): Money {
  const { loan, today } = day
  const { period, dueDate, due, delayInterest } = instalment
  if (today >= dueDate) return due.interest

  const own = subtract(due.interest, delayInterest)
  if (today >= period.to) return add(own, earnedDelayInterest(instalment, day))
  if (today <= period.from) return nothing
  return lesser(own, rounded(exactAccrual(loan, { period, today }), loan.conventions.rounding))
}

/** Interest of the whole loan up to a day: what the books take as income. [L5] */
export function earnedInterestOf(loan: Loan, today: LocalDate): Money {
  return sum(loan.instalments.map((instalment) => earnedInterest(instalment, { loan, today })))
}

/**
 * Interest accrued inside a period, exact: what had accrued at the last change, and the balance
 * since × the rate × the share of a year gone by. [L5]
 */
export function exactAccrual(
  loan: Loan,
  day: { period: Instalment['period']; today: LocalDate },
): Ratio {
  const { period, today } = day
  const isBroken = loan.accrual.since > period.from
  const before = isBroken ? ratio(loan.accrual.microfen, MICROFEN_PER_FEN) : zero
  const since = isBroken ? loan.accrual.since : period.from

  const elapsed = (on: LocalDate) => elapsedFraction(period, { on, ...loan.conventions })
  const base = ratio(runningPrincipal(loan, period.from) * loan.annualRatePpm, PARTS_PER_MILLION)
  return plus(before, times(base, minus(elapsed(today), elapsed(since))))
}

/** The loan with its accrual written down at a day inside a period. */
export function withAccrualUntil(
  today: LocalDate,
  books: { loan: Loan; period: Instalment['period'] },
): Loan {
  const exact = exactAccrual(books.loan, { period: books.period, today })
  const microfen = rounded(times(exact, ratio(MICROFEN_PER_FEN, 1n)), 'half-even')
  return { ...books.loan, accrual: { since: today, microfen } }
}

/** Principal that bears interest in the period that starts on a day: what is not due before its end. */
function runningPrincipal(loan: Loan, from: LocalDate): Money {
  return sum(
    loan.instalments
      .filter(({ period }) => period.from >= from)
      .map(({ due, paid }) => subtract(due.principal, paid.principal)),
  )
}

/** A delayed instalment goes on earning until its new due date; the days to come are not earned. [L6] */
function earnedDelayInterest(instalment: Instalment, day: { loan: Loan; today: LocalDate }): Money {
  const { due, paid, dueDate, delayInterest } = instalment
  const days = daysBetween({ from: day.today, to: dueDate })
  const principal = subtract(due.principal, paid.principal)
  return greater(subtract(delayInterest, interestOverDays(principal, { ...day, days })), nothing)
}

/** Principal × annual rate ÷ 360 × days, rounded once. [L7] */
export function interestOverDays(principal: Money, time: { loan: Loan; days: number }): Money {
  const { loan, days } = time
  const exact = ratio(principal * loan.annualRatePpm * BigInt(days), PARTS_PER_MILLION * 360n)
  return rounded(exact, loan.conventions.rounding)
}
