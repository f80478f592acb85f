import { addDays, type LocalDate } from '#calendar/local-date.ts'
import { UNEARNED } from '#loans/history.ts'
import { flowsOfLoan, type AnnualCost } from '#cost/annual-cost.ts'
import { checkCost, type DayRules } from '#cost/cost-cap.ts'
import { newExposure, withExposureUntil, withinCap } from '#cost/realised-cost.ts'
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
import { PARTS_PER_MILLION, planOf, type Plan } from '#loans/plan.ts'
import { add, fen, subtract, sum, ZERO, type Money } from '#money/money.ts'
import { product } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import { allocate, type Settlement } from '#repayment/allocation.ts'
import { withoutCredit } from '#repayment/closing.ts'
import { returnExcess, type ChangedLoan } from '#repayment/excess.ts'
import { accrueUntil } from '#repayment/penalty.ts'
import { isConvertible, type OldLoan, type Restructuring } from '#restructure/consolidation-plan.ts'

/** The quote of a bill conversion, and the new loan itself: it is signed and booked unchanged. */
export interface BillConversionQuote extends Restructuring {
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
export function quoteBillConversion(
  old: OldLoan,
  request: { months: number; today: LocalDate; rules: DayRules },
): Outcome<BillConversionQuote> {
  const { months, today, rules } = request
  const { loan } = old
  const { closedDays } = rules
  // The closed days that moved due dates of the loan say nothing of the new ones.
  const { closedDays: _, ...conventions } = loan.conventions
  const found = convertibleBill(old, today)
  if (!found.ok) return found
  const bill = found.value

  const offered: readonly number[] = product.billConversion.months
  if (!offered.includes(months)) return refused({ kind: 'term-not-offered' })

  const settlement = convertedBill(loan, { n: bill.n, today })
  const parts = settlement.allocations.map((one) => one.parts).reduce(addParts, noParts)
  // Each instalment is at least a fen.
  if (sumOfParts(parts) < BigInt(months)) return refused({ kind: 'term-not-offered' })
  const plan = planOf({
    amount: sumOfParts(parts),
    annualRatePpm: loan.annualRatePpm,
    months,
    method: 'equal-instalments',
    start: bill.dueDate,
    conventions: { ...conventions, ...(closedDays && { closedDays }) },
  })
  if (!plan.ok) return plan

  const opened = startOn(today, openLoan(plan.value))
  const newLoan = isSettled(settlement.loan)
    ? withUnearned(opened, { before: loan, old: settlement.loan, n: bill.n, today })
    : opened
  const cost = checkCost(flowsOfLoan(newLoan), rules)
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
 * The old loan without the bill. It goes on earning interest on the principal of the bill until the
 * due date, where the new loan starts. What was paid ahead of the bill is set off first. [N3]
 *
 * The amount is given where the conversion is repeated: the bill takes what it needs of it.
 */
export function convertedBill(
  bare: Loan,
  conversion: { n: number; today: LocalDate; amount?: Money },
): Settlement {
  const { n, today } = conversion
  const { loan, overpaid } = withinCapUntilDue(n, returnExcess(today, accrueUntil(today, bare)))
  const bill = loan.instalments.find((row) => row.n === n)
  const { amount = bill ? sumOfParts(openParts(bill)) : ZERO } = conversion
  const takes = (row: Instalment) => row.n === n
  const settlement = allocate(loan, { amount, today, takes, isConversion: true })
  const principal = settlement.allocations[0]?.parts.principal ?? ZERO
  const isUsed = settlement.loan.history.isCouponUsed && !loan.history.isCouponUsed
  const instalments = settlement.loan.instalments.map((row) => {
    if (row.n !== n) return row
    const byCoupon = isUsed ? row.waived.principal : ZERO
    // What an earlier conversion left of the bill can be converted, too.
    return { ...row, convertedPrincipal: sum([row.convertedPrincipal, principal, byCoupon]) }
  })
  return {
    ...settlement,
    loan: { ...settlement.loan, instalments },
    overpaid: add(overpaid, settlement.overpaid),
  }
}

/** With its last bill a loan ends on the due date: it charges at most the cap by then. [Y7] */
function withinCapUntilDue(n: number, { loan, overpaid }: ChangedLoan): ChangedLoan {
  const bill = loan.instalments.find((row) => row.n === n)
  if (!bill || loan.instalments.some((row) => row.n !== n && isOpen(row))) return { loan, overpaid }
  const ended = withoutCredit(withinCap(withExposureUntil(bill.dueDate, loan)))
  const { instalments } = ended.loan
  return { loan: { ...loan, instalments }, overpaid: add(overpaid, ended.credit) }
}

/**
 * The last bill of a loan contains interest of days to come: settled before its due date, the new
 * loan costs that much less. [N3]
 */
function withUnearned(
  loan: Loan,
  bill: { before: Loan; old: Loan; n: number; today: LocalDate },
): Loan {
  const { old, today } = bill
  const uncapped = returnExcess(today, accrueUntil(today, bill.before)).loan
  // An earlier bill that was converted may have been deferred, and not be due either.
  const isConverted = (row: Instalment) => row.n === bill.n || row.convertedPrincipal > 0n
  const rows = old.instalments.filter(isConverted)
  const until = rows.map(({ dueDate }) => dueDate).reduce(lastOf, today)
  const { history } = accrueUntil(until, old)
  const from = lastOf(today, freeUntil(old))
  const stretches = history.stretches
    .filter(({ n, to }) => to > from && rows.some((row) => row.n === n))
    .map((stretch) => ({
      ...stretch,
      n: UNEARNED,
      from: lastOf(from, stretch.from),
      principal: interestUnderCap(chargedShareOf(stretch.principal, old), {
        before: interestCharged(uncapped, stretch.n),
        after: interestCharged(old, stretch.n),
      }),
    }))
  return { ...loan, history: { ...loan.history, stretches } }
}

function lastOf(day: LocalDate, other: LocalDate): LocalDate {
  return day > other ? day : other
}

/** The end of the interest-free days of a coupon. */
function freeUntil({ start, coupon }: Loan): LocalDate {
  return coupon?.kind === 'interest-free-days' ? addDays(start, coupon.days) : start
}

/** The principal whose interest a coupon does not take off. */
function chargedShareOf(principal: Money, { coupon }: Loan): Money {
  if (coupon?.kind !== 'interest-share-off') return principal
  return fen((principal * (PARTS_PER_MILLION - coupon.sharePpm)) / PARTS_PER_MILLION)
}

/** The interest that an instalment charges; a sum off pays it like the borrower. */
function interestCharged({ coupon, instalments }: Loan, n: number): Money {
  const row = instalments.find((one) => one.n === n)
  if (!row) return ZERO
  const isSumOff = coupon?.kind === 'sum-off-first-instalment'
  return isSumOff ? row.due.interest : subtract(row.due.interest, row.waived.interest)
}

/** The share of a principal whose interest the cap has left. [N3] */
function interestUnderCap(principal: Money, interest: { before: Money; after: Money }): Money {
  const { before, after } = interest
  return after < before ? fen((principal * after) / before) : principal
}

/** A loan that starts today, although its first period may begin later. */
function startOn(today: LocalDate, loan: Loan): Loan {
  return {
    ...loan,
    start: today,
    accrual: { ...loan.accrual, since: today },
    history: { ...loan.history, since: today },
    // Until then, the principal counts for the loan of the bill.
    exposure: newExposure(loan.start),
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
