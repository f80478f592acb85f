import { reserveLimit } from '@qingzhou/domain/credit/limit'
import type { Method } from '@qingzhou/domain/loans/amortise'
import { reserveCoupon } from '@qingzhou/domain/loans/coupon'
import {
  checkDrawer,
  quoteDraw as quoteTerms,
  type Quote,
} from '@qingzhou/domain/loans/draw-request'
import type { Money } from '@qingzhou/domain/money/money'
import { product, type mallProductNo } from '@qingzhou/domain/product'
import { orRefuse, Refused } from '#platform/refused.ts'
import type { Borrower, OwnCoupon } from './borrower.ts'

/** What a trial is made for. */
export type Trial = {
  readonly amount: Money
  readonly months: number
  readonly method: Method
  readonly couponNo?: string | undefined
  /** What is bought in the mall; left out, the borrower's own product. */
  readonly productNo?: typeof mallProductNo | undefined
}

export const MALL_PURPOSE = 'shopping'

/** A draw before its purpose is chosen is quoted as if for the commonest one: it makes no difference. */
const ANY_PURPOSE = product.purposes.accepted[0]

/** The trial: what the draw would cost this borrower today, if limit and coupon allow it and nothing is late. */
export function quoteDraw(borrower: Borrower, trial: Trial): Quote {
  const { limit, today, loans } = borrower
  orRefuse(checkDrawer(loans, today))
  const { amount, months, method } = trial
  const { annualRatePpm, lender } = limit
  const terms = { amount, months, method, annualRatePpm, lender, today }
  const own = couponOf(borrower, trial)
  const coupon = own && { coupon: own.coupon.benefit }
  const quote = orRefuse(quoteTerms({ ...terms, ...productOf(trial), ...coupon }))
  orRefuse(reserveLimit(limit, { amount, today }))
  if (own) orRefuse(reserveCoupon(own.coupon, { draw: 'trial', amount, months, today }))
  return quote
}

/** The product, as far as it matters to a trial, and its purpose. */
export function productOf({ productNo }: Pick<Trial, 'productNo'>) {
  if (productNo === undefined) return { purpose: ANY_PURPOSE }
  return { product: productNo, purpose: MALL_PURPOSE }
}

function couponOf({ coupons }: Borrower, { couponNo }: Trial): OwnCoupon | undefined {
  if (couponNo === undefined) return undefined
  const own = coupons.find((coupon) => coupon.couponNo === couponNo)
  if (!own) throw new Refused({ kind: 'coupon-unknown' })
  return own
}
