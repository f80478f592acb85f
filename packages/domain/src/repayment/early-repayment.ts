import type { LocalDate } from '#calendar/local-date.ts'
import { isToBePaid, recomputeCoupon, recomputeDiscount, withSumOff } from '#coupons/coupon.ts'
import { bearingPrincipal, withDeferralInterest } from '#loans/accrual.ts'
import {
  isSettled,
  type Loan,
  addParts,
  isOpen,
  noParts,
  openParts,
  sumOfParts,
  type Instalment,
} from '#loans/loan.ts'
import { add, type Money, fen, greater, lesser, ZERO, subtract, sum } from '#money/money.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import { allocate, isDueBy, type Allocation, type Settlement } from '#repayment/allocation.ts'
import { closeLoan, payoffOn, withoutCredit, closeInstalment } from '#repayment/closing.ts'
import { returnExcess } from '#repayment/excess.ts'
import { withPenaltyUntil, accrueUntil } from '#repayment/penalty.ts'
import type { Payment } from '#repayment/repay.ts'
import type { Shape } from '#loans/amortise.ts'
import { currentInstalment, keptInstalments, ownShape, replan } from '#loans/replan.ts'
import { product } from '#product.ts'

export { payoffOn } from '#repayment/closing.ts'

/** Settles the loan early; unearned interest is not charged. [R8] */
export function repayInFull(loan: Loan, payment: Payment): Outcome<Settlement> {
  const { amount, today } = payment
  if (isSettled(loan)) return refused({ kind: 'nothing-owed' })

  const payoff = payoffOn(today, loan)
  if (amount < payoff) return refused({ kind: 'less-than-payoff', payoff })
  return granted(settleAll(loan, { amount, today }))
}

/** Applies unearned prepaid interest first, then the payment. */
function settleAll(loan: Loan, { amount, today }: { amount: Money; today: LocalDate }): Settlement {
  const setOff = withCreditSetOff(today, withPenaltyUntil(today, loan))
  const paid = allocate(setOff.loan, { today, takes: isTaken, isClosing: true, amount })
  return { ...paid, overpaid: add(setOff.overpaid, paid.overpaid) }
}

/** The loan if it ends today, with what was paid too much set off against what is owed. */
function withCreditSetOff(today: LocalDate, loan: Loan): Settlement {
  const { loan: ended, credit } = withoutCredit(closeLoan(today, loan))
  return allocate(ended, { today, takes: isTaken, isClosing: true, amount: credit })
}

/**
 * The loan with what is to be paid on a day. When all that is open is due, that is the payoff, with
 * credit set off; where credit covers all of it, a payment ends the loan and goes back. [R11]
 */
export function billLoan(today: LocalDate, stored: Loan): Loan {
  const loan = withPenaltyUntil(today, stored)
  const open = loan.instalments.filter(isOpen)
  if (open.length === 0 || !open.every(isDueBy(today))) return loan
  const payoff = payoffOn(today, loan)
  const due = sum(open.map((row) => sumOfParts(openParts(row))))
  return payoff > 0n && payoff < due ? withCreditSetOff(today, loan).loan : loan
}

function isTaken(): boolean {
  return true
}

/** What a partial early repayment leaves unchanged: the instalment amount, or the end date. */
export type Keep = 'instalment' | 'term'

/**
 * Repays part of the principal early: first the fee and the interest up to today, then the balance.
 * The rest is replanned with the same end date or the same instalment amount. [R9]
 */
export function repayInPart(
  bare: Loan,
  payment: Payment & {
    amountMin?: Money
    keep?: Keep
    /** It was granted, and is repeated in the rebuilding of a loan. */
    isRepeated?: boolean
  },
): Outcome<Settlement> {
  const { amount, today, amountMin = product.earlyPartMin, keep, isRepeated = false } = payment
  const loan = accrueUntil(today, bare)
  // A broken plan, or one past its last due date, is due in full.
  if (loan.instalments.some(isDueBy(today))) return refused({ kind: 'instalments-due-first' })
  const current = currentInstalment(loan, today)
  // What is left of a converted bill is no part of the plan, like a deferred bill.
  const isBefore = (row: Instalment) => row.period.to <= today || row.convertedPrincipal > 0n
  const begun = loan.instalments.filter(
    (row) => row.n === current?.n || (isBefore(row) && isToBePaid(row, { loan, today })),
  )
  if (begun.length === 0) return refused({ kind: 'nothing-owed' })
  // A loan that a bill became bears interest from the bill's due date on; before, it is settled whole.
  const isBegun = loan.instalments.some(({ period }) => period.from <= today)
  if (!isBegun) return refused({ kind: 'nothing-due' })

  const payoff = payoffOn(today, loan)
  if (amount >= payoff) return refused({ kind: 'covers-payoff', payoff })

  const charges = begun.map((row) => ({ n: row.n, ...begunParts(row, { loan, today }) }))
  const charged = sum(charges.flatMap(({ fee, interest }) => [fee, interest]))
  const least = greater(amountMin, add(charged, fen(1n)))
  if (amount < least) return refused({ kind: 'early-part-too-small', least })

  const principal = subtract(amount, charged)
  if (principal >= sum(loan.instalments.map((row) => bearingPrincipal(row, loan)))) {
    return refused({ kind: 'covers-payoff', payoff })
  }
  const allocations = allocateEarly(loan, { charges, principal, current })
  const paid = withAllocations(loan, { allocations, today })
  const shape = current && shapeAfter(loan, { current, ...(keep && { keep }) })
  const planned =
    current && shape
      ? replan(paid, { on: today, current: current.n, shape })
      : recomputeCoupon(paid, { on: today })
  const changed = returnExcess(today, planned)
  // A coupon pays its bill on the due date; before that, the loan ends only by its payoff, unless it
  // turns out later that the coupon pays the rest.
  if (isSettled(changed.loan) && !isRepeated) return refused({ kind: 'covers-payoff', payoff })
  return granted({ ...changed, allocations })
}

/**
 * Charges to date go to their instalments. Principal goes to the instalments from the current one
 * on, and what these do not owe to deferred ones.
 */
function allocateEarly(
  loan: Loan,
  payment: {
    charges: readonly { n: number; fee: Money; interest: Money }[]
    principal: Money
    current: Instalment | undefined
  },
): Allocation[] {
  const { charges, current } = payment
  let left = payment.principal
  const ahead = sum(
    loan.instalments
      .filter(({ n }) => n >= (current?.n ?? Infinity))
      .map((row) => bearingPrincipal(row, loan)),
  )
  const take = (most: Money) => {
    const principal = lesser(left, most)
    left = subtract(left, principal)
    return principal
  }
  const running = take(ahead)
  const shares = charges.map(({ n, fee, interest }) => {
    const row = loan.instalments.find((one) => one.n === n)
    const principal = n === current?.n || !row ? running : take(bearingPrincipal(row, loan))
    return { n, parts: { ...noParts, fee, interest, principal } }
  })
  return shares.filter(({ parts }) => sumOfParts(parts) > 0n)
}

/** Deferral interest of a principal that was repaid in part is less from then on, and so is its discount. */
function withAllocations(
  loan: Loan,
  { allocations, today }: { allocations: readonly Allocation[]; today: LocalDate },
): Loan {
  const instalments = loan.instalments.map((row) => {
    const parts = allocations.find(({ n }) => n === row.n)?.parts
    if (!parts) return row
    const paid = withSumOff({ ...row, paid: addParts(row.paid, parts) }, loan)
    if (parts.principal === 0n || row.dueDate <= row.period.to) return paid
    const lower = withDeferralInterest(paid, loan)
    return row.period.to <= today ? recomputeDiscount(lower, loan) : lower
  })
  return { ...loan, instalments }
}

function shapeAfter(loan: Loan, plan: { current: Instalment; keep?: Keep }): Shape {
  const { current, keep = keepOf(loan) } = plan
  if (keep === 'term' || loan.method === 'interest-first') return ownShape(loan, current.n)
  if (loan.method === 'equal-instalments') return keptInstalments(loan, current)
  const ahead = loan.instalments.filter(({ n }) => n >= current.n)
  return { kind: 'kept-principal', principals: ahead.map((row) => bearingPrincipal(row, loan)) }
}

function keepOf({ conventions }: Loan): Keep {
  return conventions.afterEarlyPart === 'recompute' ? 'term' : 'instalment'
}

/** Fee and interest to date that are neither paid nor waived. */
function begunParts(current: Instalment, day: { loan: Loan; today: LocalDate }) {
  const { due, paid, waived } = closeInstalment(current, day)
  const open = (part: 'fee' | 'interest') =>
    greater(subtract(due[part], add(paid[part], waived[part])), ZERO)
  return { fee: open('fee'), interest: open('interest') }
}
