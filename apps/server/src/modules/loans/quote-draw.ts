import { reserveLimit } from '@qingzhou/domain/credit/limit'
import type { Method } from '@qingzhou/domain/loans/amortise'
import { holdCoupon } from '@qingzhou/domain/loans/coupon'
import { quoteDraw as quoteTerms, type Quote } from '@qingzhou/domain/loans/draw-request'
import type { Money } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import { orRefuse, Refused } from '#refused.ts'
import type { Borrower, OwnCoupon } from './borrower.ts'

/** What a trial is made for. */
export type Trial = {
  readonly amount: Money
  readonly months: number
  readonly method: Method
  readonly couponNo?: string | undefined
}

/** A draw before its purpose is chosen is quoted as if for the commonest one: it makes no difference. */
const ANY_PURPOSE = product.purposes.accepted[0]

/** The trial: what the draw would cost this borrower today, if limit and coupon allow it. */
export function quoteDraw(borrower: Borrower, trial: Trial): Quote {
  const { limit, today } = borrower
  const { amount, months, method } = trial
  const { annualRatePpm, lender } = limit
  const terms = { amount, months, method, annualRatePpm, lender, today, purpose: ANY_PURPOSE }
  const own = couponOf(borrower, trial)
  const coupon = own && { coupon: own.coupon.benefit }
  const quote = orRefuse(quoteTerms({ ...terms, ...coupon }))
  orRefuse(reserveLimit(limit, { amount, today }))
  if (own) orRefuse(holdCoupon(own.coupon, { draw: 'trial', amount, months, today }))
  return quote
}

function couponOf({ coupons }: Borrower, { couponNo }: Trial): OwnCoupon | undefined {
  if (couponNo === undefined) return undefined
  const own = coupons.find((coupon) => coupon.couponNo === couponNo)
  if (!own) throw new Refused({ kind: 'coupon-unknown' })
  return own
}
