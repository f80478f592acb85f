import type { LocalDate } from '#calendar/local-date.ts'
import type { Shape } from '#loans/amortise.ts'
import { addParts, isOpen, noParts, openParts, type Instalment, type Loan } from '#loans/loan.ts'
import { currentInstalment, ownShape, replanned, runningPart } from '#loans/replan.ts'
import { add, fen, greater, ZERO, subtract, sum, type Money } from '#money/money.ts'
import { product } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import type { Settlement } from '#repayment/allocation.ts'
import { closed, keepExcessAsPrepaid } from '#repayment/closing.ts'
import { payoffOn } from '#repayment/early-full.ts'
import { accruedUntil } from '#repayment/penalty.ts'
import type { Payment } from '#repayment/repay.ts'

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
  const shape = shapeAfter(loan, { current, amount, ...(keep && { keep }) })
  const planned = replanned({ ...loan, instalments }, { on: today, current: current.n, shape })

  return granted({
    loan: keepExcessAsPrepaid(today, planned),
    allocations: [{ n: current.n, parts }],
    overpaid: ZERO,
  })
}

function shapeAfter(
  loan: Loan,
  payment: { current: Instalment; amount: Money; keep?: Keep },
): Shape {
  const { current, amount, keep = keepOf(loan) } = payment
  if (keep === 'term' || loan.method === 'interest-first') return ownShape(loan, current.n)
  if (loan.method === 'equal-principal') {
    const ahead = loan.instalments.filter(({ n }) => n >= current.n)
    return { kind: 'kept-principal', principals: ahead.map(runningPart) }
  }
  const { due, paid } = current
  return {
    kind: 'kept-instalments',
    instalment: add(due.principal, due.interest),
    firstPaid: sum([paid.principal, paid.interest, amount]),
  }
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
