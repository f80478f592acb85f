import { reserveLimit } from '@qingzhou/domain/credit/limit'
import type { Method } from '@qingzhou/domain/loans/amortise'
import {
  type Coupon,
  type CouponBenefit,
  reserveCoupon as reserve,
} from '@qingzhou/domain/loans/coupon'
import { quoteDraw } from '@qingzhou/domain/loans/draw-request'
import type { Loan } from '@qingzhou/domain/loans/loan'
import type { Money } from '@qingzhou/domain/money/money'
import { defaultProductNo, type ProductNo } from '@qingzhou/domain/product'
import { type Act, type Books, type Deps, perform } from '#lending/act.ts'
import { hasOpenPlan } from '#lending/changes/plan-store.ts'
import type { LimitRecord } from '#lending/limits/limit-store.ts'
import { checkNumber, isNumber, newLoanNo } from '#lending/numbers.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import { orRefuse, Refused } from '#platform/refused.ts'
import { lockCoupon as lock, reserveCoupon } from './coupon-store.ts'
import { type DrawRecord, insertDraw } from './draw-store.ts'

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
  if (coupon) orRefuse(reserve(coupon, { draw: loanNo, amount, months, today }))
  return { loan, limit }
}

export type Held = {
  /** The number it was asked under: by it the draw is booked or released. */
  readonly drawNo: string
  /** The number its loan will have, and its payout has from now on. */
  readonly loanNo: string
  readonly annualRatePpm: bigint
}

/** Sets limit and coupon aside for a draw, until its money is out or is known not to go. */
export async function reserveDraw(deps: Deps, act: Act, request: DrawRequest): Promise<Held> {
  const { customer, requestNo: drawNo } = act
  const { amount, months, method, purpose, couponNo, cardId } = request
  return perform(deps, act, {
    name: 'hold-draw',
    body: request,
    load: (tx) => lockGrounds(tx, act, request),
    decide: (grounds, books) => {
      const heldAt = deps.now()
      const loanNo = newLoanNo(heldAt)
      const { limit } = approveDraw(request, { ...books, ...grounds, loanNo })
      const { annualRatePpm, lender } = limit
      const draw: DrawRecord = {
        drawNo,
        loanNo,
        state: 'held',
        product: request.product ?? defaultProductNo,
        amount,
        months,
        method,
        purpose,
        couponNo,
        cardId,
        annualRatePpm,
        lender,
        heldOn: books.today,
      }
      return {
        answer: { drawNo, loanNo, annualRatePpm },
        writes: [
          ...(couponNo === undefined ? [] : [reserveCoupon({ customer, couponNo, loanNo })]),
          insertDraw({ customer, draw, heldAt }),
        ],
        use: amount,
      }
    },
  })
}
