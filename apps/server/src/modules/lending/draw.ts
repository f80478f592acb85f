import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { reserveLimit } from '@qingzhou/domain/credit/limit'
import type { Method } from '@qingzhou/domain/loans/amortise'
import { holdCoupon, type Coupon, type CouponBenefit } from '@qingzhou/domain/loans/coupon'
import { quoteDraw } from '@qingzhou/domain/loans/draw-request'
import { principalOutstanding, type Loan } from '@qingzhou/domain/loans/loan'
import type { Money } from '@qingzhou/domain/money/money'
import type { Transaction } from '#database/database.ts'
import { Refused } from '#refused.ts'
import { perform, type Act, type Means } from './act.ts'
import { writesOf } from './change.ts'
import { lockCoupon, spendCoupon } from './coupon-store.ts'
import { lockLimit, type KeptLimit } from './limit-store.ts'
import type { KeptLoan } from './loan-rows.ts'
import { isNumber, newLoanNo } from './numbers.ts'
import { orRefuse } from './or-refuse.ts'

export type DrawRequest = {
  readonly amount: Money
  readonly months: number
  readonly method: Method
  readonly purpose: string
  readonly couponNo?: string
}

type Behind = { readonly limit: KeptLimit; readonly coupon: Coupon | undefined }

/**
 * Draws on the limit: the loan is booked as it was quoted, with its coupon, and leaves for the
 * bank through payment clearing.
 */
export async function draw(
  means: Means,
  act: Act,
  request: DrawRequest,
): Promise<{ loanNo: string }> {
  const { customer } = act
  const { couponNo } = request
  return perform(means, act, {
    name: 'draw',
    body: request,
    load: (tx) => lockBehind(tx, act, request),
    decide: (behind, today) => {
      const now = means.now()
      const loanNo = newLoanNo(now)
      const loan = bookable(request, { ...behind, loanNo, today })
      const after: KeptLoan = {
        loanNo,
        loan,
        origin: 'draw',
        lender: behind.limit.lender,
        purpose: request.purpose,
        couponNo,
        joinedInto: undefined,
        limitHeld: principalOutstanding(loan),
        bookedUntil: today,
      }
      const changes = [{ event: 'draw', before: undefined, after }] as const
      const spend = couponNo === undefined ? [] : [spendCoupon({ customer, couponNo, loanNo })]
      return { answer: { loanNo }, writes: [...writesOf(changes, { act, today, now }), ...spend] }
    },
  })
}

async function lockBehind(
  tx: Transaction,
  { customer }: Act,
  { couponNo }: DrawRequest,
): Promise<Behind> {
  const isAsked = couponNo !== undefined
  const [limit, coupon] = await Promise.all([
    lockLimit(tx, customer),
    isAsked && isNumber(couponNo) ? lockCoupon(tx, { customer, couponNo }) : undefined,
  ])
  if (!limit) throw new Refused({ kind: 'limit-unknown' })
  if (isAsked && !coupon) throw new Refused({ kind: 'coupon-unknown' })
  return { limit, coupon }
}

/** The loan that the quote promised, if limit and coupon allow it. */
function bookable(
  request: DrawRequest,
  { limit, coupon, loanNo, today }: Behind & { loanNo: string; today: LocalDate },
): Loan {
  const { amount, months, method, purpose } = request
  const { annualRatePpm, lender } = limit
  const terms = { amount, months, method, purpose, annualRatePpm, lender, today }
  const benefit: CouponBenefit | undefined = coupon?.benefit
  const { loan } = orRefuse(quoteDraw({ ...terms, ...(benefit && { coupon: benefit }) }))
  orRefuse(reserveLimit(limit, { amount, today }))
  if (coupon) orRefuse(holdCoupon(coupon, { draw: loanNo, amount, months, today }))
  return loan
}
