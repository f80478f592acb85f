import type { LocalDate } from '#calendar/local-date.ts'
import {
  isSettled,
  type Loan,
  addParts,
  isOpen,
  noParts,
  openParts,
  type Instalment,
} from '#loans/loan.ts'
import { add, type Money, fen, greater, ZERO, subtract, sum } from '#money/money.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import { allocate, type Settlement } from '#repayment/allocation.ts'
import {
  closedOn,
  payoffOn,
  withoutCredit,
  closed,
  keepExcessAsPrepaid,
} from '#repayment/closing.ts'
import { withPenaltyUntil, accruedUntil } from '#repayment/penalty.ts'
import type { Payment } from '#repayment/repay.ts'
import type { Shape } from '#loans/amortise.ts'
import {
  currentInstalment,
  keptInstalments,
  ownShape,
  replanned,
  runningPart,
} from '#loans/replan.ts'
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
  const { loan: ended, credit } = withoutCredit(closedOn(today, withPenaltyUntil(today, loan)))
  const closing = { today, takes: isTaken, isClosing: true }
  const setOff = allocate(ended, { ...closing, amount: credit })
  const paid = allocate(setOff.loan, { ...closing, amount })
  return { ...paid, overpaid: add(setOff.overpaid, paid.overpaid) }
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
  payment: Payment & { amountMin?: Money; keep?: Keep },
): Outcome<Settlement> {
  const { amount, today, amountMin = product.earlyPartMin, keep } = payment
  const loan = accruedUntil(today, bare)
  const current = currentInstalment(loan, today)
  // A broken plan, or one past its last due date, has no current instalment, and all of it is due.
  if (hasArrears(loan, today)) return refused({ kind: 'instalments-due-first' })
  if (!current) return refused({ kind: 'nothing-owed' })

  const payoff = payoffOn(today, loan)
  if (amount >= payoff) return refused({ kind: 'covers-payoff', payoff })

  const begun = begunParts(current, { loan, today })
  const least = greater(amountMin, sum([begun.interest, begun.fee, fen(1n)]))
  if (amount < least) return refused({ kind: 'early-part-too-small', least })

  const principal = subtract(amount, add(begun.interest, begun.fee))
  // A coupon can cover principal of the first instalment, but not if the loan ends before its due
  // date.
  const open = sum(loan.instalments.map((row) => openParts(row).principal))
  if (principal >= open) return refused({ kind: 'covers-payoff', payoff })
  const parts = { ...noParts, ...begun, principal }
  const paid = { ...current, paid: addParts(current.paid, parts) }
  const instalments = loan.instalments.map((row) => (row.n === current.n ? paid : row))
  const shape = shapeAfter(loan, { current, ...(keep && { keep }) })
  const planned = replanned({ ...loan, instalments }, { on: today, current: current.n, shape })

  return granted({
    loan: keepExcessAsPrepaid(today, planned),
    allocations: [{ n: current.n, parts }],
    overpaid: ZERO,
  })
}

function shapeAfter(loan: Loan, plan: { current: Instalment; keep?: Keep }): Shape {
  const { current, keep = keepOf(loan) } = plan
  if (keep === 'term' || loan.method === 'interest-first') return ownShape(loan, current.n)
  if (loan.method === 'equal-instalments') return keptInstalments(loan, current)
  const ahead = loan.instalments.filter(({ n }) => n >= current.n)
  return { kind: 'kept-principal', principals: ahead.map(runningPart) }
}

function keepOf({ conventions }: Loan): Keep {
  return conventions.afterEarlyPart === 'recompute' ? 'term' : 'instalment'
}

/** Fee and interest to date that are neither paid nor waived. */
function begunParts(current: Instalment, day: { loan: Loan; today: LocalDate }) {
  const { due, paid, waived } = closed(current, day)
  const open = (part: 'fee' | 'interest') =>
    greater(subtract(due[part], add(paid[part], waived[part])), ZERO)
  return { fee: open('fee'), interest: open('interest') }
}

function hasArrears(loan: Loan, today: LocalDate): boolean {
  return loan.instalments.some((row) => row.period.to <= today && isOpen(row))
}
