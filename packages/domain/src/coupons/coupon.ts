import { addDays, addMonths, type LocalDate } from '#calendar/local-date.ts'
import { unreachable } from '#assert.ts'
import { earnedInterest, exactInterestUntil } from '#loans/accrual.ts'
import { isOpen, type Instalment, type Loan, type Parts } from '#loans/loan.ts'
import { PARTS_PER_MILLION } from '#loans/plan.ts'
import { add, divide, fen, greater, lesser, ZERO, subtract, type Money } from '#money/money.ts'
import { rounded } from '#money/ratio.ts'
import { granted, refused, type Outcome } from '#refusal.ts'

/**
 * A coupon's benefit: interest-free days, a share off the interest, or an amount off the first
 * instalment.
 */
export type CouponBenefit =
  | { kind: 'interest-free-days'; days: number }
  | { kind: 'interest-share-off'; sharePpm: bigint }
  | { kind: 'sum-off-first-instalment'; amount: Money }

export interface Coupon {
  readonly benefit: CouponBenefit
  readonly amountMin: Money
  /** The terms, in months, that it can be used for. */
  readonly months: readonly number[]
  readonly validFrom: LocalDate
  readonly validUntil: LocalDate
  /** A coupon is `held` for a pending draw and released when the draw fails. */
  readonly state:
    | { readonly kind: 'free' }
    | { readonly kind: 'held'; readonly draw: string }
    | { readonly kind: 'used'; readonly draw: string }
}

/**
 * Reserves a coupon for a draw that meets its conditions; refused if it is reserved for or used by
 * another. [K1, K2]
 */
export function reserveCoupon(
  coupon: Coupon,
  draw: { draw: string; amount: Money; months: number; today: LocalDate },
): Outcome<Coupon> {
  if (coupon.state.kind !== 'free') {
    return coupon.state.draw === draw.draw ? granted(coupon) : refused({ kind: 'coupon-taken' })
  }
  if (draw.today < coupon.validFrom || draw.today > coupon.validUntil) {
    return refused({ kind: 'coupon-not-valid-today' })
  }
  if (draw.amount < coupon.amountMin || !coupon.months.includes(draw.months)) {
    return refused({ kind: 'coupon-does-not-fit' })
  }
  return granted({ ...coupon, state: { kind: 'held', draw: draw.draw } })
}

/** Marks a reserved coupon as used when its draw succeeds; idempotent. [K2] */
export function useCoupon(coupon: Coupon, draw: string): Outcome<Coupon> {
  const { state } = coupon
  if (state.kind === 'free' || state.draw !== draw) return refused({ kind: 'coupon-not-held' })
  return granted({ ...coupon, state: { kind: 'used', draw } })
}

/** Releases a coupon when its draw fails; a used coupon stays used. [K2] */
export function releaseCoupon(coupon: Coupon, draw: string): Outcome<Coupon> {
  const { state } = coupon
  if (state.kind === 'free') return granted(coupon)
  if (state.kind === 'used' || state.draw !== draw) return refused({ kind: 'coupon-not-held' })
  return granted({ ...coupon, state: { kind: 'free' } })
}

/** A new loan with its coupon discount applied. The plan itself is unchanged. [K3, K4, K5] */
export function withCoupon(loan: Loan, coupon: CouponBenefit): Loan {
  return recomputeCoupon({ ...loan, coupon })
}

/**
 * Recomputes the coupon discount from the current planned interest: in the open instalments, and in
 * all instalments from `plannedFrom` on. [K4, K5]
 */
export function recomputeCoupon(loan: Loan, plannedFrom = Infinity): Loan {
  const { coupon } = loan
  if (!coupon) return loan
  const instalments = loan.instalments.map((row) => {
    if (!isOpen(row) && row.n < plannedFrom) return row
    const due = { ...row.due, interest: subtract(row.due.interest, row.prepaidInterest) }
    const request = { ...row, due, prepaidInterest: ZERO }
    const waived = { ...row.waived, ...plannedOff(request, { loan, coupon }) }
    return withPrepaidInterest({ ...request, waived })
  })
  return { ...loan, instalments }
}

/** Interest that was paid or waived above the interest due counts as prepaid. */
export function withPrepaidInterest(row: Instalment): Instalment {
  const { due, paid, waived, prepaidInterest } = row
  const interest = greater(due.interest, add(paid.interest, waived.interest))
  const ahead = subtract(interest, due.interest)
  return { ...row, due: { ...due, interest }, prepaidInterest: add(prepaidInterest, ahead) }
}

type Off = Pick<Parts, 'interest' | 'principal'>

/** The coupon discount of an instalment that runs to its due date. */
function plannedOff(row: Instalment, { loan, coupon }: { loan: Loan; coupon: CouponBenefit }): Off {
  const { due, paid } = row
  switch (coupon.kind) {
    case 'interest-free-days': {
      const free = freeInterest(row, { loan, until: addDays(loan.start, coupon.days) })
      return { interest: lesser(free, due.interest), principal: ZERO }
    }
    case 'interest-share-off':
      return { interest: shareOff(due.interest, { loan, coupon }), principal: ZERO }
    case 'sum-off-first-instalment': {
      if (row.n !== 1) return { interest: ZERO, principal: ZERO }
      const interest = lesser(coupon.amount, due.interest)
      const left = subtract(due.principal, paid.principal)
      return { interest, principal: lesser(subtract(coupon.amount, interest), left) }
    }
    default:
      return unreachable(coupon)
  }
}

/** The coupon's interest discount of an instalment as currently planned. */
export function couponInterest(row: Instalment, loan: Loan): Money {
  return loan.coupon ? plannedOff(row, { loan, coupon: loan.coupon }).interest : ZERO
}

/** Interest of the interest-free days, on the principal and at the rate in force on each day. */
function freeInterest(row: Instalment, { loan, until }: { loan: Loan; until: LocalDate }): Money {
  // A loan older than its history keeps the discount of its recorded days.
  if (loan.history.since > loan.start) {
    const isPast = loan.accrual.since > until
    return isPast ? row.waived.interest : earnedInterest(row, { loan, today: until })
  }
  return rounded(exactInterestUntil(row, { loan, until }), loan.conventions.rounding)
}

/**
 * The discount of an instalment when its loan ends on a day. [K4, K5]
 *
 * A share applies to the interest charged; an amount is limited to that interest before the first
 * agreed due date; neither is ever paid out.
 */
export function couponOff(
  row: Instalment,
  day: { loan: Loan; today: LocalDate; interest: Money },
): Off {
  const { loan, today, interest } = day
  const { due, paid, waived, dueDate } = row
  const { coupon } = loan
  const limited = { interest: lesser(waived.interest, interest), principal: waived.principal }
  if (!coupon) {
    const room = greater(subtract(interest, paid.interest), ZERO)
    return { ...limited, interest: lesser(waived.interest, room) }
  }
  const isPaidAhead = row.prepaidInterest > 0n
  // Rounding must not reopen a settled instalment.
  const least = isOpen(row) ? ZERO : subtract(interest, paid.interest)
  if (coupon.kind === 'interest-share-off' && (today < dueDate || isPaidAhead)) {
    return { ...limited, interest: greater(shareOff(interest, { loan, coupon }), least) }
  }
  if (coupon.kind === 'interest-free-days' && isPaidAhead) {
    const free = freeInterest(row, { loan, until: addDays(loan.start, coupon.days) })
    return { ...limited, interest: greater(lesser(free, interest), least) }
  }
  if (coupon.kind !== 'sum-off-first-instalment' || row.n !== 1 || today >= dueDate) return limited
  const offInterest = lesser(coupon.amount, interest)
  if (today < addMonths(loan.start, 1)) return { interest: offInterest, principal: ZERO }
  // Principal that was already paid becomes a credit towards other instalments.
  return {
    interest: offInterest,
    principal: lesser(subtract(coupon.amount, offInterest), due.principal),
  }
}

function shareOff(
  interest: Money,
  { loan, coupon }: { loan: Loan; coupon: { sharePpm: bigint } },
): Money {
  const { rounding } = loan.conventions
  return lesser(fen(divide(interest * coupon.sharePpm, PARTS_PER_MILLION, rounding)), interest)
}
