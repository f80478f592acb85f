import { assert } from '#assert.ts'
import { addMonths, type LocalDate } from '#calendar/local-date.ts'
import { flowsOfLoan, type AnnualCost } from '#cost/annual-cost.ts'
import { checkCost } from '#cost/cost-cap.ts'
import { newExposure } from '#cost/realised-cost.ts'
import {
  addParts,
  isOpen,
  isSettled,
  noParts,
  openLoan,
  openParts,
  sumOfParts,
  type Instalment,
  type Loan,
  type Parts,
} from '#loans/loan.ts'
import { planOf, type Plan } from '#loans/plan.ts'
import { ZERO } from '#money/money.ts'
import { product } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import { allocate, type Settlement } from '#repayment/allocation.ts'
import { payoffOn, repayInFull } from '#repayment/early-repayment.ts'
import { isConvertible, type OldLoan, type Restructured } from '#restructure/consolidation-plan.ts'

/** The quote of a bill conversion, and the new loan itself: it is signed and booked unchanged. */
export interface SecondQuote extends Restructured {
  /** The bill that is converted. */
  readonly bill: Instalment
  readonly plan: Plan
  readonly cost: AnnualCost
  /** The amounts taken over from the bill; they sum to the new loan's amount. */
  readonly parts: Parts
}

/**
 * Quotes the conversion of the next bill, while it is not overdue, into instalments. [N3, N6]
 *
 * The new loan bears interest from the bill's due date, so that no day is charged twice.
 */
export function quoteSecond(
  old: OldLoan,
  request: { months: number; today: LocalDate },
): Outcome<SecondQuote> {
  const { months, today } = request
  const { loan, lender } = old
  const found = convertibleBill(old, today)
  if (!found.ok) return found
  const bill = found.value

  const offered: readonly number[] = product.secondInstalment.months
  if (!offered.includes(months)) return refused({ kind: 'term-not-offered' })

  const settlement = spread(loan, { bill, today })
  const parts = settlement.allocations.map((one) => one.parts).reduce(addParts, noParts)
  const isLast = isSettled(settlement.loan)
  const plan = planOf({
    amount: sumOfParts(parts),
    annualRatePpm: loan.annualRatePpm,
    months,
    method: 'equal-instalments',
    start: isLast ? today : bill.dueDate,
    ...(isLast && { firstDue: addMonths(bill.dueDate, 1) }),
    conventions: loan.conventions,
  })
  if (!plan.ok) return plan

  const newLoan = startedOn(today, openLoan(plan.value))
  const cost = checkCost(flowsOfLoan(newLoan), { lender, on: today })
  if (!cost.ok) return cost
  return granted({
    bill,
    plan: plan.value,
    newLoan,
    settled: [settlement],
    cost: cost.value,
    parts,
  })
}

/**
 * The old loan without the bill. The old loan continues to earn interest on the bill's principal
 * until the due date, where the new loan starts. If the bill is the only open instalment, the old
 * loan is settled with interest up to today.
 */
function spread(loan: Loan, { bill, today }: { bill: Instalment; today: LocalDate }): Settlement {
  const isLast = loan.instalments.every((row) => row.n === bill.n || !isOpen(row))
  if (isLast) {
    const ended = repayInFull(loan, { amount: payoffOn(today, loan), today })
    assert(ended.ok, 'an open loan is settled by its payoff')
    return ended.value
  }
  const amount = sumOfParts(openParts(bill))
  const settlement = allocate(loan, { amount, today, takes: ({ n }) => n === bill.n })
  const converted = settlement.allocations[0]?.parts.principal ?? ZERO
  const instalments = settlement.loan.instalments.map((row) =>
    row.n === bill.n
      ? {
          ...row,
          deferralInterest: bill.deferralInterest,
          prepaidInterest: bill.prepaidInterest,
          convertedPrincipal: converted,
        }
      : row,
  )
  return { ...settlement, loan: { ...settlement.loan, instalments } }
}

/** A loan that starts today, although its first period may begin later. */
function startedOn(today: LocalDate, loan: Loan): Loan {
  return {
    ...loan,
    start: today,
    accrual: { ...loan.accrual, since: today },
    history: { ...loan.history, since: today },
    exposure: newExposure(today),
  }
}

/**
 * The bill that can be converted today: the oldest open one, with its period begun and not overdue.
 * [N3, N5]
 */
export function convertibleBill(old: OldLoan, today: LocalDate): Outcome<Instalment> {
  const bill = old.loan.instalments.find(isOpen)
  if (!bill || bill.period.from > today) return refused({ kind: 'nothing-owed' })
  if (!isConvertible(old)) return refused({ kind: 'plan-not-again' })
  return bill.dueDate < today ? refused({ kind: 'bill-overdue' }) : granted(bill)
}
