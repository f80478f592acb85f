import type { LocalDate } from '#calendar/local-date.ts'
import { earnedInterest, withAccrualUntil } from '#loans/accrual.ts'
import type { Shape } from '#loans/amortise.ts'
import { addParts, isOpen, noParts, type Instalment, type Loan } from '#loans/loan.ts'
import { currentInstalment, ownShape, replanned } from '#loans/replan.ts'
import { add, fen, greater, nothing, subtract, sum, type Money } from '#money/money.ts'
import { product } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import type { Settlement } from '#repayment/allocation.ts'
import { payoffOn } from '#repayment/early-full.ts'
import type { Payment } from '#repayment/repay.ts'

/**
 * Repays part of the principal before it is due: first the interest up to today, the rest off
 * the balance, and a new plan to the same end date. [R9]
 */
export function repayInPart(
  loan: Loan,
  payment: Payment & { amountMin?: Money },
): Outcome<Settlement> {
  const { amount, today, amountMin = product.earlyPartMin } = payment
  const current = currentInstalment(loan, today)
  if (!current) return refused({ kind: 'nothing-owed' })
  if (hasArrears(loan, today)) return refused({ kind: 'instalments-due-first' })

  const payoff = payoffOn(today, loan)
  if (amount >= payoff) return refused({ kind: 'covers-payoff', payoff })

  const interest = openEarnedInterest(current, { loan, today })
  const least = greater(amountMin, add(interest, fen(1n)))
  if (amount < least) return refused({ kind: 'early-part-too-small', least })

  const parts = { ...noParts, interest, principal: subtract(amount, interest) }
  const before = withAccrualUntil(today, { loan, period: current.period })
  const paid = { ...current, paid: addParts(current.paid, parts) }
  const instalments = before.instalments.map((row) => (row.n === current.n ? paid : row))
  const after = { ...before, instalments }

  const shape = shapeAfter(loan, { current, amount })
  return granted({
    loan: replanned(after, { on: today, current: current.n, shape }),
    allocations: [{ n: current.n, parts }],
    overpaid: nothing,
  })
}

function shapeAfter(loan: Loan, payment: { current: Instalment; amount: Money }): Shape {
  const { current, amount } = payment
  if (loan.conventions.afterEarlyPart === 'recompute') return ownShape(loan, current.n)

  const { due, paid } = current
  return {
    kind: 'kept-instalments',
    instalment: add(due.principal, due.interest),
    firstPaid: sum([paid.principal, paid.interest, amount]),
  }
}

/** Interest earned so far and not yet paid or given up. */
function openEarnedInterest(current: Instalment, day: { loan: Loan; today: LocalDate }): Money {
  const settled = add(current.paid.interest, current.waived.interest)
  return greater(subtract(earnedInterest(current, day), settled), nothing)
}

function hasArrears(loan: Loan, today: LocalDate): boolean {
  return loan.instalments.some((row) => row.period.to <= today && isOpen(row))
}
