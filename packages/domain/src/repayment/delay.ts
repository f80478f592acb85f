import { addDays, addMonths, daysBetween, type LocalDate } from '#calendar/local-date.ts'
import { withDelayInterest } from '#loans/accrual.ts'
import { withCouponAnew } from '#loans/coupon.ts'
import { daysOverdue, isOpen, type Instalment, type Loan } from '#loans/loan.ts'
import { product } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'

/**
 * Moves the current instalment by some days; interest runs on for its principal. [D1]
 *
 * It never passes the next instalment: two of them on one day would help nobody.
 */
export function deferInstalment(
  loan: Loan,
  request: { days: number; today: LocalDate },
): Outcome<Loan> {
  const { days, today } = request
  const { current, daysMax, opensOn } = delayRoom(loan, today)
  if (!current) return refused({ kind: 'nothing-to-delay' })
  if (daysOverdue(loan, today) > product.delay.daysOverdueMax) {
    return refused({ kind: 'too-late-to-delay' })
  }
  if (opensOn !== undefined) return refused({ kind: 'delays-used-up', opensOn })
  if (!Number.isInteger(days) || days < 1 || days > daysMax) {
    return refused({ kind: 'delay-out-of-range', daysMax })
  }
  const instalments = loan.instalments.map((instalment) =>
    instalment.n === current.n ? moved(instalment, { days, loan }) : instalment,
  )
  return granted(withCouponAnew({ ...loan, instalments, delays: [...loan.delays, today] }))
}

/** Which instalment may be delayed, by how many days at most, and how often yet. [D1] */
export function delayRoom(
  loan: Loan,
  today: LocalDate,
): {
  current: Instalment | undefined
  daysMax: number
  timesLeft: number
  /** From when on again, where the year's delays are used up. */
  opensOn: LocalDate | undefined
} {
  const oldest = loan.instalments.find(isOpen)
  const current = oldest && oldest.period.from <= today ? oldest : undefined
  const counted = loan.delays.filter((date) => addMonths(date, 12) > today).toSorted()
  const first = counted.at(-product.delay.timesPerYear)
  return {
    current,
    daysMax: current ? longestDelay(loan, current) : 0,
    timesLeft: Math.max(0, product.delay.timesPerYear - counted.length),
    opensOn: first && addMonths(first, 12),
  }
}

function longestDelay(loan: Loan, current: Instalment): number {
  const alreadyMoved = daysBetween({ from: current.period.to, to: current.dueDate })
  const left = product.delay.daysMax - alreadyMoved
  const next = loan.instalments.find(({ n }) => n === current.n + 1)
  if (!next) return Math.max(0, left)
  return Math.max(0, Math.min(left, daysBetween({ from: current.dueDate, to: next.dueDate }) - 1))
}

/**
 * An instalment due some days later, its principal bearing interest all that time. [D1]
 *
 * Days that penalty was written down for bear no second interest.
 */
export function moved(instalment: Instalment, move: { days: number; loan: Loan }): Instalment {
  const dueDate = addDays(instalment.dueDate, move.days)
  return withDelayInterest({ ...instalment, dueDate }, move.loan)
}
