import { reserveLimit } from '@qingzhou/domain/credit/limit'
import type { Method } from '@qingzhou/domain/loans/amortise'
import { holdCoupon, type Coupon, type CouponBenefit } from '@qingzhou/domain/loans/coupon'
import { quoteDraw } from '@qingzhou/domain/loans/draw-request'
import type { Loan } from '@qingzhou/domain/loans/loan'
import type { Money } from '@qingzhou/domain/money/money'
import type { ProductNo } from '@qingzhou/domain/product'
import type { Transaction } from '#database/database.ts'
import { orRefuse, Refused } from '#refused.ts'
import type { Act, Books } from './act.ts'
import { lockCoupon as lock } from './coupon-store.ts'
import type { KeptLimit } from './limit-store.ts'
import { checkNumber, isNumber } from './numbers.ts'

export type DrawRequest = {
  readonly amount: Money
  readonly months: number
  readonly method: Method
  readonly purpose: string
  readonly couponNo?: string
  /** The lender's own product, unless another is named. */
  readonly product?: ProductNo
  /** Names the card that the money goes to. */
  readonly cardId?: string
}

/** Nobody else draws with the coupon until this transaction ends. */
export async function lockCoupon(
  tx: Transaction,
  { customer }: Act,
  { couponNo, cardId }: DrawRequest,
): Promise<Coupon | undefined> {
  if (cardId !== undefined) checkNumber(cardId)
  if (couponNo === undefined) return undefined
  const coupon = isNumber(couponNo) ? await lock(tx, { customer, couponNo }) : undefined
  if (!coupon) throw new Refused({ kind: 'coupon-unknown' })
  return coupon
}

/** The loan that the quote promised, if limit and coupon allow it. */
export function agreedOn(
  request: DrawRequest,
  books: Books & { readonly coupon: Coupon | undefined; readonly loanNo: string },
): { loan: Loan; limit: KeptLimit } {
  const { today, limit, coupon, loanNo } = books
  if (!limit) throw new Refused({ kind: 'limit-unknown' })
  const { amount, months, method, purpose } = request
  const { annualRatePpm, lender } = limit
  const terms = { amount, months, method, purpose, annualRatePpm, lender, today }
  const benefit: CouponBenefit | undefined = coupon?.benefit
  const { loan } = orRefuse(quoteDraw({ ...terms, ...(benefit && { coupon: benefit }) }))
  orRefuse(reserveLimit(limit, { amount, today }))
  if (coupon) orRefuse(holdCoupon(coupon, { draw: loanNo, amount, months, today }))
  return { loan, limit }
}
