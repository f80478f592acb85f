import { reserveLimit } from '@qingzhou/domain/credit/limit'
import type { Method } from '@qingzhou/domain/loans/amortise'
import { reserveCoupon, type Coupon, type CouponBenefit } from '@qingzhou/domain/loans/coupon'
import { quoteDraw } from '@qingzhou/domain/loans/draw-request'
import type { Loan } from '@qingzhou/domain/loans/loan'
import type { Money } from '@qingzhou/domain/money/money'
import { defaultProductNo, type ProductNo } from '@qingzhou/domain/product'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import { orRefuse, Refused } from '#platform/refused.ts'
import type { Act, Books } from '#lending/act.ts'
import { lockCoupon as lock } from './coupon-store.ts'
import type { LimitRecord } from '#lending/limits/limit-store.ts'
import { checkNumber, isNumber } from '#lending/numbers.ts'
import { hasOpenPlan } from '#lending/changes/plan-store.ts'

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

/** What a draw depends on besides the limit. */
export type DrawGrounds = {
  readonly coupon: Coupon | undefined
  /** Whoever pays off late loans by a plan, kept or broken, borrows nothing new until it is settled. */
  readonly hasOpenPlan: boolean
}

export async function lockGrounds(
  tx: Transaction,
  { customer }: Act,
  request: DrawRequest,
): Promise<DrawGrounds> {
  if (request.cardId !== undefined) checkNumber(request.cardId)
  const [coupon, hasPlan] = await Promise.all([
    lockCoupon(tx, customer, request),
    hasOpenPlan(tx, customer),
  ])
  return { coupon, hasOpenPlan: hasPlan }
}

/** Nobody else draws with the coupon until this transaction ends. */
async function lockCoupon(
  tx: Transaction,
  customer: CustomerNo,
  { couponNo }: DrawRequest,
): Promise<Coupon | undefined> {
  if (couponNo === undefined) return undefined
  const coupon = isNumber(couponNo) ? await lock(tx, { customer, couponNo }) : undefined
  if (!coupon) throw new Refused({ kind: 'coupon-unknown' })
  return coupon
}

/** The loan that the quote promised, if limit and coupon allow it. */
export function approveDraw(
  request: DrawRequest,
  books: Books & DrawGrounds & { readonly loanNo: string },
): { loan: Loan; limit: LimitRecord } {
  const { today, limit, coupon, loanNo } = books
  if (!limit) throw new Refused({ kind: 'limit-unknown' })
  if (books.hasOpenPlan) throw new Refused({ kind: 'limit-frozen' })
  const { amount, months, method, purpose } = request
  const { annualRatePpm, lender } = limit
  const product = request.product ?? defaultProductNo
  const terms = { amount, months, method, purpose, product, annualRatePpm, lender, today }
  const benefit: CouponBenefit | undefined = coupon?.benefit
  const { loan } = orRefuse(quoteDraw({ ...terms, ...(benefit && { coupon: benefit }) }))
  orRefuse(reserveLimit(limit, { amount, today }))
  if (coupon) orRefuse(reserveCoupon(coupon, { draw: loanNo, amount, months, today }))
  return { loan, limit }
}
