import { assert } from '#assert.ts'
import { daysBetween, type LocalDate } from '#calendar/local-date.ts'
import { elapsedFraction, yearFraction } from '#calendar/period.ts'
import { bearingPrincipal, exactAccrual, withDeferralInterest } from '#loans/accrual.ts'
import { amortise, levelInstalmentOf, type Debt, type Row, type Shape } from '#loans/amortise.ts'
import { discountOf, recomputeCoupon } from '#coupons/coupon.ts'
import { isOpen, sumOfParts, type Instalment, type Loan } from '#loans/loan.ts'
import { PARTS_PER_MILLION } from '#loans/plan.ts'
import { add, lesser, ZERO, subtract, sum, type Money } from '#money/money.ts'
import {
  lowest,
  minus,
  plus,
  ratio,
  roundToMoney,
  times,
  whole,
  zero,
  type Ratio,
} from '#money/ratio.ts'

/**
 * The first open instalment whose period has not ended; instalments paid ahead or converted are
 * skipped.
 */
export function currentInstalment(loan: Loan, today: LocalDate): Instalment | undefined {
  return loan.instalments.find((row) => {
    if (row.period.to <= today || row.convertedPrincipal > 0n) return false
    return isOpen(row) || isCovered(row, loan)
  })
}

/** Whether a coupon covers all that is to be paid on an instalment: its period still runs. */
function isCovered(row: Instalment, { coupon, history, method }: Loan): boolean {
  const { n, due, paid } = row
  if (coupon?.kind === 'sum-off-first-instalment') {
    return n === 1 && !history.isCouponUsed && sumOfParts(due) > sumOfParts(paid)
  }
  if (due.interest === 0n || paid.interest > 0n) return false
  return method === 'interest-first' ? due.principal === paid.principal : due.principal === 0n
}

/**
 * Recomputes the instalments from the current one on, with the same end date. [L8]
 *
 * The accrual was recorded on that day, so interest accrued at an earlier balance or rate is part
 * of the current instalment and rounded with it once.
 */
export function replan(loan: Loan, change: { on: LocalDate; current: number; shape: Shape }): Loan {
  const { on, current, shape } = change
  // A shortened loan keeps its end: instalments after it only collect penalty taken over.
  const last = loan.instalments.findLast((row) => bearingPrincipal(row, loan) > 0n)?.n ?? current
  const ahead = loan.instalments.filter(({ n }) => n >= current && n <= Math.max(current, last))
  const [first] = ahead
  assert(first !== undefined, 'a plan is recomputed while it runs')

  const principal = sum(ahead.map((row) => bearingPrincipal(row, loan)))
  const factors = ahead.map(({ period }) => remainingFactor(loan, { period, on }))
  const interest = exactAccrual(loan, { period: first.period, today: on })
  const { rounding } = loan.conventions
  const own = roundToMoney(plus(interest, times(whole(principal), factors[0] ?? zero)), rounding)
  const paidOf = (charged: Money) =>
    lesser(first.paid.interest, mostPaid(first, { own: charged, loan }))
  const debt: Debt = {
    principal,
    factors,
    shape,
    rounding,
    accrued: { interest, paid: paidOf(own) },
    paidOf,
  }
  const rows = amortise(debt)
  const level = levelInstalmentOf(debt)
  const lastWithPrincipal = current + rows.findLastIndex(({ principal }) => principal > 0n)
  const instalments = loan.instalments.map((instalment) => {
    const row = rows[instalment.n - current]
    if (!row) return instalment
    const planned = rewritten(instalment, row, loan)
    return instalment.n > lastWithPrincipal ? withoutFee(planned) : planned
  })
  const kept = instalments.filter((row) => row.n <= lastWithPrincipal || !isEmpty(row))
  const planned = { ...loan, instalments: kept, ...(level && { level }) }
  return recomputeCoupon(withDeferrals(planned, current), { on, plannedFrom: current })
}

/**
 * What can have been paid of the interest of the running period. What was paid ahead above it, counted
 * with the coupon's discount, goes back and is no part of the new plan.
 */
function mostPaid(row: Instalment, { own, loan }: { own: Money; loan: Loan }): Money {
  const isPaidByCoupon = loan.history.isCouponUsed && row.n === 1
  if (loan.coupon?.kind === 'sum-off-first-instalment' && !isPaidByCoupon) return own
  const { waived } = discountOf({ ...row, due: { ...row.due, interest: own } }, loan)
  return subtract(own, lesser(own, waived.interest))
}

/** Deferral interest of the recomputed instalments, rounded together with their own interest. */
function withDeferrals(loan: Loan, from: number): Loan {
  const instalments = loan.instalments.map((row) =>
    row.n < from || row.dueDate <= row.period.to ? row : withDeferralInterest(row, loan),
  )
  return { ...loan, instalments }
}

/** Whether an instalment has nothing to collect and has collected nothing. */
function isEmpty({ due, paid }: Instalment): boolean {
  return sumOfParts(due) === 0n && sumOfParts(paid) === 0n
}

/** The loan's own shape, with the remaining grace on principal. */
export function ownShape(loan: Loan, current: number): Shape {
  const ahead = loan.instalments.filter(({ n }) => n >= current)
  // A bill whose interest is the whole instalment, after forbearance, is no grace.
  const firstWithPrincipal = ahead.findIndex(
    ({ due, paid }) =>
      due.principal > 0n || subtract(due.interest, paid.interest) >= (loan.level ?? Infinity),
  )
  return {
    kind: loan.method,
    instalmentUnit: loan.conventions.instalmentUnit,
    principalGrace: loan.method === 'interest-first' ? 0 : Math.max(0, firstWithPrincipal),
  }
}

/** The following instalments keep the level instalment; the plan becomes shorter. [R9] */
export function keptInstalments(loan: Loan, current: Instalment): Shape {
  const ahead = loan.instalments.filter(({ n }) => n >= current.n)
  const bills = ahead.map((row) =>
    add(bearingPrincipal(row, loan), subtract(row.due.interest, row.paid.interest)),
  )
  const days = daysBetween({ from: current.period.to, to: current.dueDate })
  return {
    kind: 'kept-instalments',
    instalment: loan.level ?? bills[0] ?? ZERO,
    bills,
    delay: ratio(loan.annualRatePpm * BigInt(days), PARTS_PER_MILLION * 360n),
  }
}

function remainingFactor(loan: Loan, rest: { period: Instalment['period']; on: LocalDate }): Ratio {
  const { period, on } = rest
  const share = minus(
    yearFraction(period, loan.conventions.dayCount),
    elapsedFraction(period, { on, ...loan.conventions }),
  )
  return lowest(times(ratio(loan.annualRatePpm, PARTS_PER_MILLION), share))
}

/** Removes the fee of an instalment after the end of the loan. [R12] */
function withoutFee(instalment: Instalment): Instalment {
  const { due, paid, waived } = instalment
  return { ...instalment, due: { ...due, fee: add(paid.fee, waived.fee) } }
}

/** Adds the new row to what was already paid in the instalment, by the borrower or by a coupon. */
function rewritten(instalment: Instalment, row: Row, loan: Loan): Instalment {
  const { due, paid, waived } = instalment
  const interest = add(paid.interest, row.interest)
  const left = subtract(due.principal, paid.principal)
  const byCoupon = subtract(left, bearingPrincipal(instalment, loan))
  return {
    ...instalment,
    due: { ...due, principal: sum([paid.principal, byCoupon, row.principal]), interest },
    waived: {
      ...waived,
      principal: lesser(waived.principal, add(byCoupon, row.principal)),
      interest: lesser(waived.interest, row.interest),
    },
    deferralInterest: ZERO,
    deferralMicrofen: row.microfen,
    prepaidInterest: ZERO,
  }
}
