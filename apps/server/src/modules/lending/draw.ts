import { principalOutstanding } from '@qingzhou/domain/loans/loan'
import { defaultProductNo } from '@qingzhou/domain/product'
import { perform, type Act, type Means } from './act.ts'
import { agreedOn, lockGrounds, type DrawRequest } from './agree-draw.ts'
import { effectsOf, nothingBehind } from './change.ts'
import { spendCoupon } from './coupon-store.ts'
import type { KeptLoan } from './loan-rows.ts'
import { newLoanNo } from './numbers.ts'

/**
 * Draws on the limit at once: the loan is booked as it was quoted, with its coupon, and leaves for
 * the bank through payment clearing.
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
    load: (tx) => lockGrounds(tx, act, request),
    decide: (grounds, books) => {
      const { today } = books
      const now = means.now()
      const loanNo = newLoanNo(now)
      const { loan, limit } = agreedOn(request, { ...books, ...grounds, loanNo })
      const after: KeptLoan = {
        loanNo,
        loan,
        origin: 'draw',
        product: request.product ?? defaultProductNo,
        lender: limit.lender,
        purpose: request.purpose,
        couponNo,
        cardId: request.cardId,
        ...nothingBehind,
        limitHeld: principalOutstanding(loan),
        bookedUntil: today,
      }
      const change = { event: 'draw', before: undefined, after } as const
      const { writes, use } = effectsOf([change], { act, today, now })
      const spent =
        couponNo === undefined ? [] : [spendCoupon({ customer, couponNo, loanNo, was: 'free' })]
      return { answer: { loanNo }, writes: [...writes, ...spent], use }
    },
  })
}
