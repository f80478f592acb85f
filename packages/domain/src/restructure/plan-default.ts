import { assert } from '#assert.ts'
import { daysBetween, type LocalDate } from '#calendar/local-date.ts'
import type { Period } from '#calendar/period.ts'
import {
  addParts,
  isOpen,
  noParts,
  notAccrued,
  type Instalment,
  type Loan,
  type Parts,
} from '#loans/loan.ts'
import { add, lesser, subtract } from '#money/money.ts'
import { product } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import { closeInstalment, withoutCredit } from '#repayment/closing.ts'
import { accrueUntil } from '#repayment/penalty.ts'

/**
 * Whether enough instalments are unpaid past their due dates that a consolidation plan defaults.
 * [N4]
 */
export function isInDefault(today: LocalDate, loan: Loan): boolean {
  const unpaid = loan.instalments.filter((row) => row.dueDate < today && isOpen(row))
  return unpaid.length >= product.personalisedPlan.defaultAfterUnpaid
}

/**
 * Defaults a plan: the rest falls due today, with the interest earned by today. [N4]
 *
 * The future instalments are merged into one, the last. Overdue instalments stay unchanged, and
 * penalty accrues on all of them by the loan's conventions.
 */
export function defaultPlan(stored: Loan, today: LocalDate): Outcome<Loan> {
  if (!isInDefault(today, stored)) return refused({ kind: 'not-late-enough' })
  const loan = accrueUntil(today, stored)
  const ahead = loan.instalments.filter((row) => row.dueDate >= today)
  const [current] = ahead
  // A past instalment charges what was earned; prepaid interest is offset.
  const isPaidAhead = (row: Instalment) => row.dueDate < today && row.prepaidInterest > 0n
  const rows = loan.instalments.map((row) => {
    if (!isPaidAhead(row)) return row
    const { deferralInterest, deferralMicrofen } = row
    return { ...closeInstalment(row, { loan, today }), deferralInterest, deferralMicrofen }
  })
  if (!current || !ahead.some(isOpen)) {
    const isSetOff = stored.instalments.some(isPaidAhead)
    return granted(isSetOff ? withInterestSetOff({ ...loan, instalments: rows }) : stored)
  }
  const past = rows.filter(({ n }) => n < current.n)
  const ended = loan.instalments
    .filter(({ n }) => n >= current.n)
    .map((row) => closeInstalment(row, { loan, today }))
  const rest: Instalment = {
    n: current.n,
    period: periodUntil(today, current.period),
    dueDate: today,
    due: sumOf(ended, 'due'),
    paid: sumOf(ended, 'paid'),
    waived: sumOf(ended, 'waived'),
    ...notAccrued,
    penaltySince: today,
  }
  return granted(withInterestSetOff({ ...loan, instalments: [...past, rest] }))
}

/** Prepaid interest that was not earned pays principal instead. */
function withInterestSetOff(loan: Loan): Loan {
  const { loan: charged, credit } = withoutCredit(loan)
  let left = credit
  const instalments = charged.instalments.map((row) => {
    const open = subtract(subtract(row.due.principal, row.paid.principal), row.waived.principal)
    const principal = lesser(left, open)
    left = subtract(left, principal)
    return { ...row, paid: { ...row.paid, principal: add(row.paid.principal, principal) } }
  })
  assert(left === 0n, 'a broken plan owes more principal than was paid ahead')
  return { ...charged, instalments }
}

function periodUntil(today: LocalDate, { from, days360 }: Period): Period {
  assert(from < today, 'a period begins with the end of the one before it, which is late')
  return { from, to: today, days360: Math.min(days360, daysBetween({ from, to: today })) }
}

function sumOf(rows: readonly Instalment[], side: 'due' | 'paid' | 'waived'): Parts {
  return rows.reduce((total, row) => addParts(total, row[side]), noParts)
}
