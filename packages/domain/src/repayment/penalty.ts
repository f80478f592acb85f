import { daysBetween, type LocalDate } from '#calendar/local-date.ts'
import { withExposureUntil } from '#cost/realised-cost.ts'
import { deferredPrincipal, exactDeferral, withInterestUntil } from '#loans/accrual.ts'
import { interestOf, lateRateOf, withStretch, type History, type Stretch } from '#loans/history.ts'
import { isOpen, isRunning, openParts, type Instalment, type Loan } from '#loans/loan.ts'
import { PARTS_PER_MILLION } from '#loans/plan.ts'
import { add, ZERO, subtract, type Money } from '#money/money.ts'
import { microfenOf, ofMicrofen, plus, ratio, roundToMoney, zero } from '#money/ratio.ts'

type Day = { loan: Loan; today: LocalDate }

/**
 * Penalty accrued since it was last recorded: overdue principal × late rate ÷ 360 × days, from the
 * day after the due date; zero inside the grace period. [R1, R2]
 */
export function runningPenalty(instalment: Instalment, day: Day): Money {
  const { penaltyUnits } = instalment
  const run = runningUnits(instalment, day)
  if (run === 0n) return ZERO
  return subtract(
    penaltyOfUnits(penaltyUnits + run, day.loan),
    penaltyOfUnits(penaltyUnits, day.loan),
  )
}

/**
 * Penalty is exact until it is shown or paid, so splitting a payment does not change its total.
 * [R3]
 */
function penaltyOfUnits(units: bigint, { conventions }: Loan): Money {
  return roundToMoney(ratio(units, PARTS_PER_MILLION * 100n * 360n), conventions.rounding)
}

/**
 * Records the penalty up to a day. [R3]
 *
 * Called only when the base of the penalty changes, so the amount depends on dates and payments and
 * not on how often a batch ran.
 */
export function withPenaltyUntil(today: LocalDate, loan: Loan): Loan {
  let { history } = loan
  const instalments = loan.instalments.map((instalment) => {
    if (!isOpen(instalment) || runningUnits(instalment, { loan, today }) === 0n) return instalment
    history = withDeferral(history, instalment, { loan, today })
    return withPenalty(instalment, { loan, today })
  })
  return { ...loan, instalments, history }
}

/**
 * The loan with interest, deferral interest and penalty recorded up to a day; penalty optionally
 * only up to an earlier day. [L17]
 */
export function accrueUntil(
  today: LocalDate,
  loan: Loan,
  { penaltyUntil = today }: { penaltyUntil?: LocalDate } = {},
): Loan {
  const accrued = withExposureUntil(today, withInterestUntil(today, loan))
  let { history } = accrued
  const instalments = accrued.instalments.map((instalment) => {
    if (!isRunning(instalment)) return instalment
    history = withDeferral(history, instalment, { loan, today })
    const isLate = runningUnits(instalment, { loan, today: penaltyUntil }) > 0n
    const written = isLate
      ? withPenalty(instalment, { loan, today: penaltyUntil })
      : withDeferralUntil(today, { instalment, loan })
    if (penaltyUntil >= today || instalment.dueDate >= today) return written
    const review = reviewOf(written, { loan, today, asked: penaltyUntil })
    if (review) history = withStretch(history, review)
    return withReview(written, { loan, today, review })
  })
  return { ...accrued, instalments, history }
}

/** Overdue days without penalty: the open principal bears interest instead. [D3] */
function reviewOf(
  instalment: Instalment,
  { loan, today, asked }: Day & { asked: LocalDate },
): Stretch | undefined {
  const { n, period, dueDate } = instalment
  const { graceDays } = loan.conventions.late
  if (asked <= dueDate || daysBetween({ from: dueDate, to: asked }) <= graceDays) return undefined
  const { principal } = openParts(instalment)
  const { annualRatePpm } = loan
  return { n, kind: 'delay', from: asked, to: today, principal, annualRatePpm, period }
}

/** Penalty up to the request was shown in whole fen; no later day before today brings any. */
function withReview(
  instalment: Instalment,
  { loan, today, review }: Day & { review: Stretch | undefined },
): Instalment {
  const interest = review ? interestOf(review, loan) : zero
  const exact = plus(ofMicrofen(instalment.deferralMicrofen), interest)
  const deferralMicrofen = microfenOf(exact)
  return { ...instalment, deferralMicrofen, penaltySince: today, penaltyUnits: 0n }
}

/** The day from which penalty accrues: the due date, or the day it was last recorded. */
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
  const delayed = withDeferralUntil(day.today, { instalment, loan: day.loan })
  const penalty = add(instalment.due.penalty, runningPenalty(instalment, day))
  return {
    ...delayed,
    due: { ...instalment.due, penalty },
    penaltyUnits: instalment.penaltyUnits + runningUnits(instalment, day),
    penaltySince: day.today,
  }
}

/** Records deferral interest; unchanged if none accrues. */
function withDeferralUntil(
  today: LocalDate,
  { instalment, loan }: { instalment: Instalment; loan: Loan },
): Instalment {
  const until = today < instalment.dueDate ? today : instalment.dueDate
  if (until <= instalment.penaltySince) return instalment
  const deferralMicrofen = microfenOf(exactDeferral(instalment, { loan, until }))
  return { ...instalment, deferralMicrofen, penaltySince: until }
}

/** The history with the days of a deferral up to a day. */
function withDeferral(history: History, instalment: Instalment, { loan, today }: Day): History {
  const { n, period, dueDate, penaltySince: from } = instalment
  const { annualRatePpm } = loan
  const to = today < dueDate ? today : dueDate
  if (to <= from) return history
  const principal = deferredPrincipal(instalment, loan)
  return withStretch(history, { n, kind: 'delay', from, to, principal, annualRatePpm, period })
}
