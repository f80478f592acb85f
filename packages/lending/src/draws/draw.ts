import { type Coupon, releaseCoupon } from '@qingzhou/domain/coupons/coupon'
import { endDrawReservation } from '@qingzhou/domain/draws/draw-request'
import { principalOutstanding } from '@qingzhou/domain/loans/loan'
import type { LoanFee } from '@qingzhou/domain/cost/service-fee'
import { subtract, ZERO } from '@qingzhou/domain/money/money'
import { defaultProductNo } from '@qingzhou/domain/product'
import { type Act, type Deps, perform } from '#act.ts'
import { NEW_LOAN_STATE, writesFor } from '#change.ts'
import type { LoanRecord } from '#loans/loan-rows.ts'
import { isNumber, newLoanNo } from '#numbers.ts'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Transaction } from '@qingzhou/platform/database/database'
import { orRefuse, Refused } from '@qingzhou/platform/refused'
import type { DrawRequest } from '#requests.ts'
import { approveDraw, type DrawDeps, lockDrawConditions } from './approve-draw.ts'
import { freeCoupon, lockCoupon, spendCoupon } from './coupon-store.ts'
import { type DrawRecord, endDraw, lockDraw as lock } from './draw-store.ts'

/**
 * Draws on the limit at once: books the loan as quoted, with its coupon, and posts the disbursement
 * to payment clearing.
 */
export async function draw(
  deps: DrawDeps,
  act: Act,
  request: DrawRequest,
): Promise<{ loanNo: string; fee?: LoanFee }> {
  const { customer } = act
  const { couponNo } = request
  return perform(deps, act, {
    name: 'draw',
    body: request,
    load: (tx) => lockDrawConditions(tx, act, request),
    decide: (grounds, books) => {
      const { today } = books
      const now = deps.now()
      const loanNo = newLoanNo(now)
      const { serviceFees } = deps
      const {
        quote: { loan, plan },
        limit,
      } = approveDraw(request, { ...books, ...grounds, serviceFees })
      const { fee } = plan.terms
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
        limitUsed: principalOutstanding(loan),
        bookedUntil: today,
      }
      const change = { event: 'draw', before: undefined, after } as const
      const { writes, use } = writesFor([change], { act, today, now })
      const spent =
        couponNo === undefined ? [] : [spendCoupon({ customer, couponNo, loanNo, was: 'free' })]
      const answer = { loanNo, ...(fee && { fee }) }
      return { answer, writes: [...writes, ...spent], use }
    },
  })
}

/** Releases limit and coupon of a draw that will not be disbursed, once. */
export async function releaseDraw(
  deps: Deps,
  act: Act,
  request: { readonly drawNo: string },
): Promise<{ state: 'released' }> {
  const { customer } = act
  return perform(deps, act, {
    name: 'release-draw',
    body: request,
    load: (tx) => lockDrawAndCoupon(tx, { customer, drawNo: request.drawNo }),
    decide: ({ draw: { drawNo, loanNo, state, amount, couponNo }, coupon }) => {
      orRefuse(endDrawReservation(state, 'released'))
      const answer = { state: 'released' } as const
      if (state === 'released') return { answer, writes: [] }
      if (coupon) orRefuse(releaseCoupon(coupon, loanNo))
      return {
        answer,
        writes: [
          endDraw({ customer, drawNo, state: 'released' }),
          ...(couponNo === undefined ? [] : [freeCoupon({ customer, couponNo, loanNo })]),
        ],
        use: subtract(ZERO, amount),
      }
    },
  })
}

/** Returns the same refusal for another customer's draw as for a missing one. */
async function lockDraw(
  tx: Transaction,
  { customer, drawNo }: { readonly customer: CustomerNo; readonly drawNo: string },
): Promise<DrawRecord> {
  const draw = isNumber(drawNo) ? await lock(tx, { customer, drawNo }) : undefined
  if (!draw) throw new Refused({ kind: 'draw-unknown' })
  return draw
}

/** Locks a draw and the coupon reserved for it. */
export async function lockDrawAndCoupon(
  tx: Transaction,
  { customer, drawNo }: { readonly customer: CustomerNo; readonly drawNo: string },
): Promise<{ draw: DrawRecord; coupon: Coupon | undefined }> {
  const draw = await lockDraw(tx, { customer, drawNo })
  const { couponNo } = draw
  const coupon = couponNo === undefined ? undefined : await lockCoupon(tx, { customer, couponNo })
  return { draw, coupon }
}
