import type { LocalDate } from '#calendar/local-date.ts'
import { isSettled, openParts, type Loan, type PartName } from '#loans/loan.ts'
import { add, lesser, subtract, sum, ZERO, type Money } from '#money/money.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import { isDueBy } from '#repayment/allocation.ts'
import { closeSettledLoan } from '#repayment/closing.ts'
import type { ChangedLoan } from '#repayment/excess.ts'
import { accrueUntil } from '#repayment/penalty.ts'

/** The charges of a loan. Principal is never waived. */
export type Waivable = Exclude<PartName, 'principal'>

/**
 * Waives an amount of one charge of the bills that are due, the oldest first. [W5]
 *
 * The discount of a coupon follows from the interest charged, so the interest of such a loan is not
 * waived.
 */
export function waiveAmount(
  loan: Loan,
  waiver: {
    readonly part: Waivable
    readonly waived: Money
    readonly today: LocalDate
    /** It is repeated in the rebuilding of a loan, and waives at most what is open then. */
    readonly isRepeated?: boolean
  },
): Outcome<ChangedLoan> {
  const { part, waived, today, isRepeated = false } = waiver
  if (waived <= 0n) return refused({ kind: 'amount-not-positive' })
  if (part === 'interest' && loan.coupon) return refused({ kind: 'waiver-with-coupon' })
  const accrued = accrueUntil(today, loan)
  const isDue = isDueBy(today)
  const open = sum(accrued.instalments.filter(isDue).map((row) => openParts(row)[part]))
  if (open === 0n) return refused({ kind: 'nothing-due' })
  if (waived > open && !isRepeated) return refused({ kind: 'more-than-owed', owed: open })

  let left = waived
  const instalments = accrued.instalments.map((row) => {
    if (!isDue(row)) return row
    const given = lesser(left, openParts(row)[part])
    left = subtract(left, given)
    return { ...row, waived: { ...row.waived, [part]: add(row.waived[part], given) } }
  })
  const after = { ...accrued, instalments }
  if (!isSettled(after)) return granted({ loan: after, overpaid: ZERO })
  const { loan: ended, credit } = closeSettledLoan(today, after)
  return granted({ loan: ended, overpaid: credit })
}
