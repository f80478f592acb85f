import type { Quote } from '@qingzhou/domain/loans/draw-request'
import { defaultProductNo } from '@qingzhou/domain/product'
import { perform, type Act, type Deps } from '#lending/act.ts'
import { approveDraw, lockGrounds, type DrawRequest } from './approve-draw.ts'
import { reserveCoupon } from './coupon-store.ts'
import { insertDraw, type DrawRecord } from './draw-store.ts'
import { newLoanNo } from '#lending/numbers.ts'

export type Held = {
  /** The number it was asked under: by it the draw is booked or released. */
  readonly drawNo: string
  /** The number its loan will have, and its payout has from now on. */
  readonly loanNo: string
  readonly annualRatePpm: bigint
}

/**
 * Reserves limit and coupon for a draw until it is disbursed or released. `requireAgreed` refuses a
 * quote that differs from the one the customer has signed.
 */
export async function reserveDraw(
  deps: Deps,
  act: Act,
  request: DrawRequest,
  requireAgreed?: (quote: Quote) => void,
): Promise<Held> {
  const { customer, requestNo: drawNo } = act
  const { amount, months, method, purpose, couponNo, cardId } = request
  return perform(deps, act, {
    name: 'hold-draw',
    body: request,
    load: (tx) => lockGrounds(tx, act, request),
    decide: (grounds, books) => {
      const heldAt = deps.now()
      const loanNo = newLoanNo(heldAt)
      const { quote, limit } = approveDraw(request, { ...books, ...grounds })
      requireAgreed?.(quote)
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
