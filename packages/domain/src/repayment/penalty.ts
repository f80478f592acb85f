import { daysBetween, type LocalDate } from '#calendar/local-date.ts'
import { isOpen, openParts, type Instalment, type Loan } from '#loans/loan.ts'
import { PARTS_PER_MILLION } from '#loans/plan.ts'
import { add, nothing, type Money } from '#money/money.ts'
import { ratio, rounded } from '#money/ratio.ts'

/**
 * Penalty that has run since it was last written down: overdue principal × the late rate ÷ 360
 * × days, from the day after the due date; nothing inside the days of grace. [R1, R2]
 */
export function runningPenalty(
  instalment: Instalment,
  day: { loan: Loan; today: LocalDate },
): Money {
  const { loan, today } = day
  const { late, rounding } = loan.conventions
  const { dueDate, penaltySince } = instalment
  if (today <= penaltySince || daysBetween({ from: dueDate, to: today }) <= late.graceDays) {
    return nothing
  }
  const days = BigInt(daysBetween({ from: penaltySince, to: today }))
  const latePpmPercent = loan.annualRatePpm * late.ratePercent
  const { principal } = openParts(instalment)
  const exact = ratio(principal * latePpmPercent * days, PARTS_PER_MILLION * 100n * 360n)
  return rounded(exact, rounding)
}

/**
 * Writes the penalty down up to a day. [R3]
 *
 * It is done only when something changes what penalty runs on, so the amount is a function of
 * dates and payments and never of how often a batch ran.
 */
export function withPenaltyUntil(today: LocalDate, loan: Loan): Loan {
  const instalments = loan.instalments.map((instalment) => {
    const penalty = runningPenalty(instalment, { loan, today })
    if (penalty === 0n || !isOpen(instalment)) return instalment
    const due = { ...instalment.due, penalty: add(instalment.due.penalty, penalty) }
    return { ...instalment, due, penaltySince: today }
  })
  return { ...loan, instalments }
}
