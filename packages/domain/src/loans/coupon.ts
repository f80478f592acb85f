import { addDays, type LocalDate } from '#calendar/local-date.ts'
import { unreachable } from '#assert.ts'
import { earnedInterest } from '#loans/accrual.ts'
import {
  addParts,
  noParts,
  openParts,
  type Instalment,
  type Loan,
  type Parts,
} from '#loans/loan.ts'
import { PARTS_PER_MILLION } from '#loans/plan.ts'
import { divide, fen, lesser, subtract, type Money } from '#money/money.ts'
import { granted, refused, type Outcome } from '#refusal.ts'

/** What a coupon gives: days without interest, a share off interest, or a sum off the first instalment. */
export type CouponBenefit =
  | { kind: 'interest-free-days'; days: number }
  | { kind: 'interest-share-off'; sharePpm: bigint }
  | { kind: 'sum-off-first-instalment'; amount: Money }

export interface Coupon {
  readonly benefit: CouponBenefit
  readonly amountMin: Money
  /** The terms it is good for. */
  readonly months: readonly number[]
  readonly validFrom: LocalDate
  readonly validUntil: LocalDate
  /** A coupon in a running draw is held for it and comes back when the draw fails. */
  readonly state:
    | { readonly kind: 'free' }
    | { readonly kind: 'held'; readonly draw: string }
    | { readonly kind: 'used'; readonly draw: string }
}

/** Holds a coupon for a draw that it is good for; held or used by another, it is refused. [K1, K2] */
export function holdCoupon(
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

/** Spends a held coupon when its draw succeeds; told twice, it changes nothing. [K2] */
export function useCoupon(coupon: Coupon, draw: string): Outcome<Coupon> {
  const { state } = coupon
  if (state.kind === 'free' || state.draw !== draw) return refused({ kind: 'coupon-not-held' })
  return granted({ ...coupon, state: { kind: 'used', draw } })
}

/** Gives a coupon back when its draw failed; a used one stays used. [K2] */
export function releaseCoupon(coupon: Coupon, draw: string): Outcome<Coupon> {
  const { state } = coupon
  if (state.kind === 'free') return granted(coupon)
  if (state.kind === 'used' || state.draw !== draw) return refused({ kind: 'coupon-not-held' })
  return granted({ ...coupon, state: { kind: 'free' } })
}

/** A new loan with what its coupon gives taken off. The plan itself stays as it is. [K3, K4, K5] */
export function withCoupon(loan: Loan, benefit: CouponBenefit): Loan {
  const instalments = loan.instalments.map((instalment) => ({
    ...instalment,
    waived: addParts(instalment.waived, partsOff(instalment, { loan, benefit })),
  }))
  return { ...loan, instalments }
}

function partsOff(instalment: Instalment, coupon: { loan: Loan; benefit: CouponBenefit }): Parts {
  const { loan, benefit } = coupon
  const { interest, principal } = openParts(instalment)
  switch (benefit.kind) {
    case 'interest-free-days': {
      const lastFreeDay = addDays(loan.start, benefit.days)
      return { ...noParts, interest: earnedInterest(instalment, { loan, today: lastFreeDay }) }
    }
    case 'interest-share-off': {
      const { rounding } = loan.conventions
      const off = fen(divide(interest * benefit.sharePpm, PARTS_PER_MILLION, rounding))
      return { ...noParts, interest: lesser(off, interest) }
    }
    case 'sum-off-first-instalment': {
      if (instalment.n !== 1) return noParts
      const offInterest = lesser(benefit.amount, interest)
      const offPrincipal = lesser(subtract(benefit.amount, offInterest), principal)
      return { ...noParts, interest: offInterest, principal: offPrincipal }
    }
    default:
      return unreachable(benefit)
  }
}
