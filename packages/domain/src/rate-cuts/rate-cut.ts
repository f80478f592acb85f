import { addDays, type LocalDate } from '#calendar/local-date.ts'
import { withAccrualUntil } from '#loans/accrual.ts'
import { isSettled, type Loan } from '#loans/loan.ts'
import { currentInstalment, ownShape, replanned } from '#loans/replan.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import { withPenaltyUntil } from '#repayment/penalty.ts'

export interface RateCut {
  readonly annualRatePpm: bigint
  /** The first day at the new rate. */
  readonly from: LocalDate
  readonly today: LocalDate
}

/**
 * Lowers the rate from a day on; the rest of the plan is recomputed to the same end date. [T1]
 *
 * A day belongs to the date it ends on, so the old rate runs to the end of the day before.
 */
export function cutRate(loan: Loan, cut: RateCut): Outcome<Loan> {
  const { annualRatePpm, from, today } = cut
  if (isSettled(loan)) return refused({ kind: 'nothing-owed' })
  if (annualRatePpm < 0n || annualRatePpm >= loan.annualRatePpm) {
    return refused({ kind: 'rate-not-lower', annualRatePpm: loan.annualRatePpm })
  }

  const lastOldDay = addDays(from, -1)
  const current = currentInstalment(loan, lastOldDay)
  if (lastOldDay > today || lastOldDay < loan.start || current !== currentInstalment(loan, today)) {
    return refused({ kind: 'rate-cut-date-out-of-range' })
  }
  const late = withPenaltyUntil(lastOldDay, loan)
  // With the last period over, only penalty still runs, now at the lower rate.
  if (!current) return granted({ ...late, annualRatePpm })
  if (loan.accrual.since > lastOldDay) return refused({ kind: 'rate-cut-date-out-of-range' })

  const accrued = withAccrualUntil(lastOldDay, { loan: late, period: current.period })
  const shape = ownShape(loan, current.n)
  const change = { on: lastOldDay, current: current.n, shape }
  return granted(replanned({ ...accrued, annualRatePpm }, change))
}
