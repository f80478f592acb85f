import { addDays, addMonths, daysBetween, type LocalDate } from '#calendar/local-date.ts'
import { recomputeCoupon } from '#coupons/coupon.ts'
import { isOpen, isSettled, type Instalment, type Loan } from '#loans/loan.ts'
import { currentInstalment, replanned, runningPart } from '#loans/replan.ts'
import { add, greater, type Money } from '#money/money.ts'
import { product } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import { keepExcessAsPrepaid } from '#repayment/closing.ts'
import { moved } from './deferral.ts'
import { accruedUntil, withPenaltyUntil } from '#repayment/penalty.ts'

/** The day of the forbearance request, and each instalment's penalty on that day. */
export interface ForbearanceTerms {
  readonly on: LocalDate
  readonly penalties: readonly Money[]
}

/** Snapshot of a loan's penalties, taken when the request goes to review. [D3] */
export function forbearanceRequestOn(today: LocalDate, loan: Loan): ForbearanceTerms {
  const { instalments } = withPenaltyUntil(today, loan)
  return { on: today, penalties: instalments.map(({ due }) => due.penalty) }
}

/**
 * Moves every open instalment by some days, for borrowers in a disaster region. [D2]
 *
 * Interest continues; penalty is suspended until the new due dates. Penalty of the review days is
 * cancelled unless it was paid meanwhile. [D3]
 */
export function relieve(
  reviewed: Loan,
  relief: { days: number; today: LocalDate; asked?: ForbearanceTerms },
): Outcome<Loan> {
  const { days, today, asked } = relief
  const loan = asked ? withPenaltyAsRequested(reviewed, asked) : reviewed
  const { daysMax } = product.regionalRelief
  if (isSettled(loan)) return refused({ kind: 'nothing-owed' })
  if (!Number.isInteger(days) || days < 1 || days > daysMax) {
    return refused({ kind: 'delay-out-of-range', daysMax })
  }
  const oldest = loan.instalments.find(isOpen)
  if (oldest && addDays(oldest.dueDate, days) < today) {
    return refused({ kind: 'too-late-to-delay', daysOverdueMax: days })
  }

  const current = currentInstalment(loan, today)
  const accrued = accruedUntil(today, loan, { penaltyUntil: asked?.on ?? today })
  const instalments = accrued.instalments.map((instalment) => {
    if (!isOpen(instalment) && instalment.n < (current?.n ?? 0)) return instalment
    if (instalment.period.to > today) return shifted(instalment, { days, current })
    return isOpen(instalment)
      ? movedAfterGrace(today, instalment, { days, loan: accrued })
      : instalment
  })
  const later = { ...accrued, instalments }
  if (!current) return granted(recomputeCoupon(later))

  const ahead = instalments.filter(({ n }) => n >= current.n)
  const principals = ahead.map(runningPart)
  const shape = { kind: 'kept-principal' as const, principals }
  return granted(
    keepExcessAsPrepaid(today, replanned(later, { on: today, current: current.n, shape })),
  )
}

/** Grace days before the forbearance bear neither penalty nor interest. [D2] */
function movedAfterGrace(
  today: LocalDate,
  instalment: Instalment,
  move: { days: number; loan: Loan },
): Instalment {
  const { dueDate, penaltySince } = instalment
  const isInGrace = dueDate < today && penaltySince <= dueDate
  return moved(isInGrace ? { ...instalment, penaltySince: today } : instalment, move)
}

/** Cancels penalty recorded during the review; paid penalty stays paid. */
function withPenaltyAsRequested(loan: Loan, { penalties }: ForbearanceTerms): Loan {
  const instalments = loan.instalments.map((instalment, index) => {
    const { due, paid, waived } = instalment
    const least = greater(add(paid.penalty, waived.penalty), penalties[index] ?? due.penalty)
    if (due.penalty <= least) return instalment
    return { ...instalment, due: { ...due, penalty: least }, penaltyUnits: 0n }
  })
  return { ...loan, instalments }
}

/**
 * The current period is extended by the days of the forbearance; later due dates are whole months
 * from its new end, so that none drifts. [C2]
 */
function shifted(
  instalment: Instalment,
  shift: { days: number; current: Instalment | undefined },
): Instalment {
  const { days, current } = shift
  const { period, dueDate, n } = instalment
  const first = current ?? instalment
  const anchor = addDays(first.period.to, days)
  const to = addMonths(anchor, n - first.n)
  const isCurrent = n === first.n
  return {
    ...instalment,
    period: {
      from: isCurrent ? period.from : addMonths(anchor, n - first.n - 1),
      to,
      days360: isCurrent ? period.days360 + days : period.days360,
    },
    dueDate: addDays(to, daysBetween({ from: period.to, to: dueDate })),
    penaltySince: to,
  }
}
