import { daysBetween, type LocalDate } from '#calendar/local-date.ts'
import { withDeferralInterest, withFinalInterest } from '#loans/accrual.ts'
import { isSumOffToCome, withSumOff } from '#coupons/coupon.ts'
import {
  addParts,
  isOpen,
  isSettled,
  lessParts,
  noParts,
  openParts,
  partNames,
  sumOfParts,
  type Instalment,
  type Loan,
  type PartName,
  type Parts,
} from '#loans/loan.ts'
import { add, lesser, subtract, type Money } from '#money/money.ts'
import { closeSettledLoan } from '#repayment/closing.ts'
import { accrueUntil } from '#repayment/penalty.ts'

/** The part of a payment that was allocated to one instalment. */
export interface Allocation {
  readonly n: number
  readonly parts: Parts
}

/** An allocated payment: the loan after it, the allocations, and the overpayment. */
export interface Settlement {
  readonly loan: Loan
  readonly allocations: readonly Allocation[]
  readonly overpaid: Money
}

export function isDueBy(today: LocalDate): (instalment: Instalment) => boolean {
  return (instalment) => instalment.dueDate <= today && isOpen(instalment)
}

/**
 * Allocates a payment, oldest instalment first, to the instalments that `takes` selects. [R4, L10]
 *
 * Accruals are recorded before principal changes; a payment that pays nothing leaves the loan as it
 * was. When the loan is settled, prepaid interest that was not earned is returned as overpaid.
 */
export function allocate(
  bare: Loan,
  payment: {
    amount: Money
    today: LocalDate
    takes: (instalment: Instalment) => boolean
    /** The loan ends today, and its instalments already charge only what they earned. */
    isClosing?: boolean
    /** A bill is converted: the loan goes on earning its interest. */
    isConversion?: boolean
  },
): Settlement {
  const { amount, today, takes, isClosing = false, isConversion = false } = payment
  const loan = accrueUntil(today, bare)
  const allocations: Allocation[] = []
  let left = amount

  const instalments = loan.instalments.map((instalment) => {
    if (!takes(instalment)) return instalment
    const isToCome = !isClosing && isSumOffToCome(instalment, { loan, today })
    const parts = partsOf(left, { instalment, loan, today, isToCome })
    const total = sumOfParts(parts)
    if (total === 0n) return instalment

    left = subtract(left, total)
    allocations.push({ n: instalment.n, parts })
    const paid = { ...instalment, paid: addParts(instalment.paid, parts) }
    return isToCome ? withSumOff(paid, loan) : paid
  })
  if (isClosing) return { loan: { ...loan, instalments }, allocations, overpaid: left }
  const settledLoan = withCouponUsed({ ...loan, instalments }, { today, allocations })
  if (isConversion) return { loan: settledLoan, allocations, overpaid: left }
  if (allocations.length === 0) return { loan: bare, allocations, overpaid: left }
  const paid = withPrepaid(settledLoan, { today, allocations })
  if (!isSettled(paid)) return { loan: paid, allocations, overpaid: left }
  const { loan: ended, credit } = closeSettledLoan(today, paid)
  return { loan: ended, allocations, overpaid: add(left, credit) }
}

/**
 * The part of a payment that an instalment takes. Until its bill is due, a sum off changes how much
 * that is, but not the order. [K5]
 */
function partsOf(
  left: Money,
  payment: { instalment: Instalment; loan: Loan; today: LocalDate; isToCome: boolean },
): Parts {
  const { instalment, loan, today, isToCome } = payment
  const order = allocationOrder(instalment, { loan, today })
  const open = openParts(instalment)
  if (!isToCome) return settle(open, { amount: left, order })
  const amount = lesser(left, sumOfParts(open))
  return settle(lessParts(instalment.due, instalment.paid), { amount, order })
}

/** A sum off is used with its bill when that is paid before its due date. */
function withCouponUsed(
  loan: Loan,
  { today, allocations }: { today: LocalDate; allocations: readonly Allocation[] },
): Loan {
  const [first] = loan.instalments
  const isPaidNow = allocations.some(({ n }) => n === first?.n)
  if (!first || !isPaidNow || isOpen(first) || !isSumOffToCome(first, { loan, today })) return loan
  return { ...loan, history: { ...loan.history, isCouponUsed: true } }
}

/** Records the prepaid interest of principal that was paid before its due date. [R12] */
function withPrepaid(
  loan: Loan,
  { today, allocations }: { today: LocalDate; allocations: readonly Allocation[] },
): Loan {
  const isRepaid = ({ n, parts }: Allocation) =>
    parts.principal > 0n || (n === 1 && loan.history.isCouponUsed)
  const ahead = new Set(allocations.filter(isRepaid).map(({ n }) => n))
  const instalments = loan.instalments.map((row) => {
    if (!ahead.has(row.n) || row.dueDate <= today) return row
    const isRunning = row.period.to > today
    const final = isRunning ? withFinalInterest(row, loan) : withDeferralInterest(row, loan)
    // Interest prepaid for a period that has ended stays prepaid.
    const less = subtract(row.due.interest, final.due.interest)
    if (less < 0n) return row
    return { ...final, due: row.due, prepaidInterest: add(final.prepaidInterest, less) }
  })
  return { ...loan, instalments }
}

/** Fees, penalty, interest, principal; reversed for an instalment that is long overdue. [R4, R5] */
function allocationOrder(
  { dueDate }: Instalment,
  { loan, today }: { loan: Loan; today: LocalDate },
): readonly PartName[] {
  const { principalFirstAfterDays } = loan.conventions.late
  const late = daysBetween({ from: dueDate, to: today })
  return late > principalFirstAfterDays ? partNames.toReversed() : partNames
}

function settle(open: Parts, payment: { amount: Money; order: readonly PartName[] }): Parts {
  let left = payment.amount
  let parts = noParts
  for (const name of payment.order) {
    const taken = lesser(left, open[name])
    left = subtract(left, taken)
    parts = { ...parts, [name]: taken }
  }
  return parts
}
