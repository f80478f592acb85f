import { addDays, type LocalDate } from '#calendar/local-date.ts'
import { microfenOf, runningInstalment, withDeferralInterest } from '#loans/accrual.ts'
import { couponInterest, recomputeCoupon, withPrepaidInterest } from '#coupons/coupon.ts'
import { interestOfStretches, penaltyUnitsOfStretches, withRateAfter } from '#loans/history.ts'
import { isRunning, isSettled, type Instalment, type Loan } from '#loans/loan.ts'
import { currentInstalment, ownShape, replanned } from '#loans/replan.ts'
import { add, divide, fen, greater, lesser, ZERO, subtract, type Money } from '#money/money.ts'
import { minus, rounded } from '#money/ratio.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import { allocate } from '#repayment/allocation.ts'
import { keepExcessAsPrepaid, withoutCredit } from '#repayment/closing.ts'
import { accruedUntil, penaltyOfUnits } from '#repayment/penalty.ts'
import { isDueBy } from '#repayment/repay.ts'

export interface RateCut {
  readonly annualRatePpm: bigint
  /** The first day at the new rate. */
  readonly from: LocalDate
  readonly today: LocalDate
}

/** A loan at a lower rate, and the overpayment that could not be offset. */
export interface Cut {
  readonly loan: Loan
  readonly overpaid: Money
}

/**
 * Lowers the rate from a day on; the rest of the plan is recomputed with the same end date. [T1]
 *
 * A day belongs to the date on which it ends, so the old rate applies until the end of the day
 * before. If that day has passed, the accrual since then is recomputed; the excess payment is
 * offset against what is due, and the rest is refunded. [T2]
 */
export function cutRate(loan: Loan, cut: RateCut): Outcome<Cut> {
  const { annualRatePpm, from, today } = cut
  if (isSettled(loan)) return refused({ kind: 'nothing-owed' })
  if (annualRatePpm < 0n || annualRatePpm >= loan.annualRatePpm) {
    return refused({ kind: 'rate-not-lower', annualRatePpm: loan.annualRatePpm })
  }
  const lastOldDay = addDays(from, -1)
  if (lastOldDay > today || lastOldDay < loan.start) {
    return refused({ kind: 'rate-cut-date-out-of-range' })
  }
  if (lastOldDay < today && lastOldDay < loan.history.since) {
    return refused({ kind: 'rate-cut-date-out-of-range' })
  }
  const lower = recharged(accruedUntil(today, loan), { annualRatePpm, lastOldDay, today })
  const current = currentInstalment(lower, today)
  const planned = current
    ? replanned(lower, { on: today, current: current.n, shape: ownShape(lower, current.n) })
    : recomputeCoupon(lower)
  const { loan: charged, credit } = withoutCredit(keepExcessAsPrepaid(today, planned))
  const setOff = allocate(charged, { amount: credit, today, takes: isDueBy(today) })
  return granted({ loan: setOff.loan, overpaid: setOff.overpaid })
}

type Lowering = { annualRatePpm: bigint; lastOldDay: LocalDate; today: LocalDate }

/** The loan at the lower rate, with the accrual since the cut recomputed. */
function recharged(before: Loan, { annualRatePpm, lastOldDay, today }: Lowering): Loan {
  const history = withRateAfter(lastOldDay, { history: before.history, annualRatePpm })
  const after = { ...before, annualRatePpm, history }
  const running = runningInstalment(before, today)
  const fallen = running
    ? minus(
        interestOfStretches(before, { n: running.n, kind: 'period' }),
        interestOfStretches(after, { n: running.n, kind: 'period' }),
      )
    : undefined
  const { since, microfen } = before.accrual
  const accrual = fallen ? { since, microfen: microfen - microfenOf(fallen) } : before.accrual
  const instalments = before.instalments.map((row) => rechargedRow(row, { before, after, today }))
  return { ...after, accrual, instalments }
}

function rechargedRow(
  row: Instalment,
  { before, after, today }: { before: Loan; after: Loan; today: LocalDate },
): Instalment {
  const lessPenalty = withLessPenalty(row, { before, after })
  const own = row.period.to <= today ? fallenInterest(row, { before, after }) : ZERO
  const delayed = { n: row.n, kind: 'delay' } as const
  const fallenDelay = minus(
    interestOfStretches(before, delayed),
    interestOfStretches(after, delayed),
  )
  const deferralMicrofen = row.deferralMicrofen - microfenOf(fallenDelay)
  const goesOn = isRunning(row)
  const ended = goesOn ? ZERO : rounded(fallenDelay, after.conventions.rounding)
  const due = { ...lessPenalty.due, interest: subtract(row.due.interest, add(own, ended)) }
  const deferralInterest = greater(subtract(row.deferralInterest, ended), ZERO)
  const moved = { ...lessPenalty, due, deferralInterest, deferralMicrofen }
  const isDeferred = row.dueDate > row.period.to && goesOn
  const deferredRow = isDeferred ? withDeferralInterest(moved, after) : moved
  const charged = withFallenWaived(deferredRow, { row, before, after })
  // Prepaid interest of future days is credited on settlement and not refunded now.
  return row.dueDate > today ? withPrepaidInterest(charged) : charged
}

/** The reduction of an instalment's own interest; both amounts are rounded once. */
function fallenInterest({ n, due }: Instalment, loans: { before: Loan; after: Loan }): Money {
  const of = (loan: Loan) =>
    rounded(interestOfStretches(loan, { n, kind: 'period' }), loan.conventions.rounding)
  return lesser(subtract(of(loans.before), of(loans.after)), due.interest)
}

function withLessPenalty(row: Instalment, loans: { before: Loan; after: Loan }): Instalment {
  const { before, after } = loans
  const fallen = penaltyUnitsOfStretches(before, row.n) - penaltyUnitsOfStretches(after, row.n)
  if (fallen === 0n) return row
  const penaltyUnits = row.penaltyUnits > fallen ? row.penaltyUnits - fallen : 0n
  const less = subtract(
    penaltyOfUnits(row.penaltyUnits, before),
    penaltyOfUnits(penaltyUnits, before),
  )
  const penalty = greater(subtract(row.due.penalty, less), ZERO)
  const waived = { ...row.waived, penalty: lesser(row.waived.penalty, penalty) }
  return { ...row, due: { ...row.due, penalty }, waived, penaltyUnits }
}

/**
 * Adjusts the waived interest to the lower interest: by the coupon's discount, or, without a
 * coupon, in proportion.
 */
function withFallenWaived(
  moved: Instalment,
  { row, before, after }: { row: Instalment; before: Loan; after: Loan },
): Instalment {
  const { due, waived } = moved
  if (due.interest === row.due.interest || waived.interest === 0n) return moved
  const less = subtract(couponInterest(row, before), couponInterest(moved, after))
  const left = after.coupon
    ? greater(subtract(waived.interest, less), ZERO)
    : fen(divide(waived.interest * due.interest, row.due.interest, 'half-up'))
  return { ...moved, waived: { ...waived, interest: lesser(left, due.interest) } }
}
