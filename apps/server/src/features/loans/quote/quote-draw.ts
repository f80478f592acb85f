import type { loansShapes } from '@qingzhou/contract/features/loans'
import type { Input } from '@qingzhou/contract/wire/shape'
import type { Quote } from '@qingzhou/domain/draws/draw-request'
import { defaultProductNo, product, type ProductNo } from '@qingzhou/domain/product'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { approveDraw } from '@qingzhou/lending/index'
import type { Borrower, OwnCoupon } from '#features/loans/borrower.ts'

/** The input of a quote. */
export type QuoteInput = Input<(typeof loansShapes)['quote']>

export const MALL_PURPOSE = 'shopping'

/** Used until a purpose is chosen; the purpose does not change the quote. */
const ANY_PURPOSE = product.purposes.accepted[0]

/** The borrower of a quote, and the product that the draw would be of. */
export type Drawer = { readonly borrower: Borrower; readonly productNo: ProductNo }

/** Quotes a draw of this borrower today. Refuses what `reserveDraw` would refuse. */
export function quoteDraw(
  { serviceFees }: Pick<Services, 'serviceFees'>,
  { borrower, productNo }: Drawer,
  quoteInput: QuoteInput,
): Quote {
  const { amount, months, method } = quoteInput
  const coupon = couponOf(borrower, quoteInput)?.coupon
  const request = { amount, months, method, ...productOf(quoteInput), product: productNo }
  return approveDraw(request, { ...borrower, coupon, serviceFees }).quote
}

/** The product and purpose of a quote without a borrower. */
export function productOf({ productNo }: Pick<QuoteInput, 'productNo'>) {
  if (productNo === undefined) return { product: defaultProductNo, purpose: ANY_PURPOSE }
  return { product: productNo, purpose: MALL_PURPOSE }
}

function couponOf({ coupons }: Borrower, { couponNo }: QuoteInput): OwnCoupon | undefined {
  if (couponNo === undefined) return undefined
  const own = coupons.find((coupon) => coupon.couponNo === couponNo)
  if (!own) throw new Refused({ kind: 'coupon-unknown' })
  return own
}
