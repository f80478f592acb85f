import type { LocalDate } from '#calendar/local-date.ts'
import { flowsOfLoan, type AnnualCost } from '#loans/annual-cost.ts'
import { checkCost } from '#loans/cost-cap.ts'
import {
  isOpen,
  openLoan,
  openParts,
  sumOfParts,
  type Instalment,
  type Parts,
} from '#loans/loan.ts'
import { planOf, type Plan } from '#loans/plan.ts'
import { product } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import { allocate } from '#repayment/allocation.ts'
import { mayBeSpread, type OldLoan, type Restructured } from '#restructure/old-loan.ts'

/** The trial of a spread bill and the new loan itself: what is signed is booked as it stands here. */
export interface SecondQuote extends Restructured {
  /** The bill that is spread. */
  readonly bill: Instalment
  readonly plan: Plan
  readonly cost: AnnualCost
  /** What the new loan takes over of the bill; it sums to the new loan's amount. */
  readonly parts: Parts
}

/**
 * The next bill, while it is not late, over some months of its own. [N3, N6]
 *
 * The new IOU starts on the bill's due date, so that no day bears interest twice.
 */
export function quoteSecond(
  old: OldLoan,
  request: { months: number; today: LocalDate },
): Outcome<SecondQuote> {
  const { months, today } = request
  const { loan, lender } = old
  const found = billToSpread(old, today)
  if (!found.ok) return found
  const bill = found.value

  const offered: readonly number[] = product.secondInstalment.months
  if (!offered.includes(months)) return refused({ kind: 'term-not-offered' })

  const parts = openParts(bill)
  const amount = sumOfParts(parts)
  const plan = planOf({
    amount,
    annualRatePpm: loan.annualRatePpm,
    months,
    method: 'equal-instalments',
    start: bill.dueDate,
    conventions: loan.conventions,
  })
  if (!plan.ok) return plan

  const newLoan = openLoan(plan.value)
  const cost = checkCost(flowsOfLoan(newLoan), { lender, on: today })
  if (!cost.ok) return cost
  const takes = ({ n }: { n: number }) => n === bill.n
  const settled = [allocate(loan, { amount, today, takes })]
  return granted({ bill, plan: plan.value, newLoan, settled, cost: cost.value, parts })
}

/** The bill that may be spread today: the oldest open one, begun and not late. [N3, N5] */
export function billToSpread(old: OldLoan, today: LocalDate): Outcome<Instalment> {
  const bill = old.loan.instalments.find(isOpen)
  if (!bill || bill.period.from > today) return refused({ kind: 'nothing-owed' })
  if (!mayBeSpread(old)) return refused({ kind: 'plan-not-again' })
  return bill.dueDate < today ? refused({ kind: 'bill-overdue' }) : granted(bill)
}
