import { daysBetween, type LocalDate } from '#calendar/local-date.ts'
import { exactDelay, microfenOf, withInterestUntil } from '#loans/accrual.ts'
import { lateRateOf, withStretch, type History } from '#loans/history.ts'
import { isOpen, openParts, type Instalment, type Loan } from '#loans/loan.ts'
import { PARTS_PER_MILLION } from '#loans/plan.ts'
import { add, nothing, subtract, type Money } from '#money/money.ts'
import { ratio, rounded } from '#money/ratio.ts'

type Day = { loan: Loan; today: LocalDate }

/**
 * Penalty that has run since it was last written down: overdue principal × the late rate ÷ 360
 * × days, from the day after the due date; nothing inside the days of grace. [R1, R2]
 */
export function runningPenalty(instalment: Instalment, day: Day): Money {
  const { penaltyUnits } = instalment
  const run = runningUnits(instalment, day)
  if (run === 0n) return nothing
  return subtract(
    penaltyOfUnits(penaltyUnits + run, day.loan),
    penaltyOfUnits(penaltyUnits, day.loan),
  )
}

/** Penalty is exact until it is shown or paid, so many payments cost what one costs. [R3] */
export function penaltyOfUnits(units: bigint, { conventions }: Loan): Money {
  return rounded(ratio(units, PARTS_PER_MILLION * 100n * 360n), conventions.rounding)
}

/**
 * Writes the penalty down up to a day. [R3]
 *
 * It is done only when something changes what penalty runs on, so the amount is a function of
 * dates and payments and never of how often a batch ran.
 */
export function withPenaltyUntil(today: LocalDate, loan: Loan): Loan {
  const instalments = loan.instalments.map((instalment) => {
    const isRunning = isOpen(instalment) && runningUnits(instalment, { loan, today }) > 0n
    return isRunning ? withPenalty(instalment, { loan, today }) : instalment
  })
  return { ...loan, instalments }
}

/** The loan with interest, interest of delays and penalty written down, and their days recorded. */
export function accruedUntil(today: LocalDate, loan: Loan): Loan {
  const accrued = withInterestUntil(today, loan)
  let { history } = accrued
  const instalments = accrued.instalments.map((instalment) => {
    if (!isOpen(instalment) && instalment.convertedPrincipal === 0n) return instalment
    history = recorded(history, instalment, { loan, today })
    if (runningUnits(instalment, { loan, today }) > 0n) {
      return withPenalty(instalment, { loan, today })
    }
    return withDelayUntil(today, { instalment, loan })
  })
  return { ...accrued, instalments, history }
}

/** Where penalty starts to run: at the due date, or where it was written down. */
function penaltyStart({ dueDate, penaltySince }: Instalment): LocalDate {
  return penaltySince > dueDate ? penaltySince : dueDate
}

function runningUnits(instalment: Instalment, { loan, today }: Day): bigint {
  const from = penaltyStart(instalment)
  const { graceDays } = loan.conventions.late
  if (today <= from || daysBetween({ from: instalment.dueDate, to: today }) <= graceDays) return 0n
  const days = BigInt(daysBetween({ from, to: today }))
  return openParts(instalment).principal * lateRateOf(loan) * days
}

function withPenalty(instalment: Instalment, day: Day): Instalment {
  const delayed = withDelayUntil(day.today, { instalment, loan: day.loan })
  const penalty = add(instalment.due.penalty, runningPenalty(instalment, day))
  return {
    ...delayed,
    due: { ...instalment.due, penalty },
    penaltyUnits: instalment.penaltyUnits + runningUnits(instalment, day),
    penaltySince: day.today,
  }
}

/** Interest of a delay, written down; with none running, nothing changes. */
function withDelayUntil(
  today: LocalDate,
  { instalment, loan }: { instalment: Instalment; loan: Loan },
): Instalment {
  const until = today < instalment.dueDate ? today : instalment.dueDate
  if (until <= instalment.penaltySince) return instalment
  const delayMicrofen = microfenOf(exactDelay(instalment, { loan, until }))
  return { ...instalment, delayMicrofen, penaltySince: until }
}

function recorded(history: History, instalment: Instalment, { loan, today }: Day): History {
  const { n, period, dueDate, penaltySince, due, paid } = instalment
  const { annualRatePpm } = loan
  const delayEnd = today < dueDate ? today : dueDate
  let after = history
  if (delayEnd > penaltySince) {
    const principal = add(subtract(due.principal, paid.principal), instalment.convertedPrincipal)
    const days = { from: penaltySince, to: delayEnd }
    after = withStretch(after, { n, kind: 'delay', ...days, principal, annualRatePpm, period })
  }
  if (runningUnits(instalment, { loan, today }) === 0n) return after
  const { principal } = openParts(instalment)
  const days = { from: penaltyStart(instalment), to: today }
  return withStretch(after, { n, kind: 'penalty', ...days, principal, annualRatePpm, period })
}
