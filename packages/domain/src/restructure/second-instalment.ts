import type { LocalDate } from '#calendar/local-date.ts'
import { isOpen, openLoan, openParts, sumOfParts, type Loan } from '#loans/loan.ts'
import { planOf } from '#loans/plan.ts'
import { product } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import { allocate } from '#repayment/allocation.ts'
import type { Restructured } from '#restructure/personalised-plan.ts'

/**
 * Spreads the next bill, while it is not late, over some months of its own. [N3]
 *
 * The new IOU starts on the bill's due date, so that no day bears interest twice.
 */
export function spreadBill(
  loan: Loan,
  request: { months: number; today: LocalDate },
): Outcome<Restructured> {
  const { months, today } = request
  const bill = loan.instalments.find(isOpen)
  if (!bill || bill.period.from > today) return refused({ kind: 'nothing-owed' })
  if (bill.dueDate < today) return refused({ kind: 'bill-overdue' })

  const offered: readonly number[] = product.secondInstalment.months
  if (!offered.includes(months)) return refused({ kind: 'term-not-offered' })

  const amount = sumOfParts(openParts(bill))
  const newPlan = planOf({
    amount,
    annualRatePpm: loan.annualRatePpm,
    months,
    method: 'equal-instalments',
    start: bill.dueDate,
    conventions: loan.conventions,
  })
  if (!newPlan.ok) return newPlan

  const takes = ({ n }: { n: number }) => n === bill.n
  const settled = allocate(loan, { amount, today, takes })
  return granted({ newLoan: openLoan(newPlan.value), settled: [settled] })
}
