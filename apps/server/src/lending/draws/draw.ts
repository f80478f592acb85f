import { principalOutstanding } from '@qingzhou/domain/loans/loan'
import { defaultProductNo } from '@qingzhou/domain/product'
import { perform, type Act, type Deps } from '#lending/act.ts'
import { approveDraw, lockGrounds, type DrawRequest } from './approve-draw.ts'
import { writesFor, NEW_LOAN_STATE } from '#lending/change.ts'
import { spendCoupon } from './coupon-store.ts'
import type { LoanRecord } from '#lending/loans/loan-rows.ts'
import { newLoanNo } from '#lending/numbers.ts'

/**
 * Draws on the limit at once: the loan is booked as it was quoted, with its coupon, and leaves for
 * the bank through payment clearing.
 */
export async function draw(
  deps: Deps,
  act: Act,
  request: DrawRequest,
): Promise<{ loanNo: string }> {
  const { customer } = act
  const { couponNo } = request
  return perform(deps, act, {
    name: 'draw',
    body: request,
    load: (tx) => lockGrounds(tx, act, request),
    decide: (grounds, books) => {
      const { today } = books
      const now = deps.now()
      const loanNo = newLoanNo(now)
      const {
        quote: { loan },
        limit,
      } = approveDraw(request, { ...books, ...grounds })
      const after: LoanRecord = {
        loanNo,
        loan,
        origin: 'draw',
        product: request.product ?? defaultProductNo,
        lender: limit.lender,
        purpose: request.purpose,
        couponNo,
        cardId: request.cardId,
        ...NEW_LOAN_STATE,
        limitHeld: principalOutstanding(loan),
        bookedUntil: today,
      }
      const change = { event: 'draw', before: undefined, after } as const
      const { writes, use } = writesFor([change], { act, today, now })
      const spent =
        couponNo === undefined ? [] : [spendCoupon({ customer, couponNo, loanNo, was: 'free' })]
      return { answer: { loanNo }, writes: [...writes, ...spent], use }
    },
  })
}
