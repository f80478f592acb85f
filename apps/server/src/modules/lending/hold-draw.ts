import { defaultProductNo } from '@qingzhou/domain/product'
import { perform, type Act, type Means } from './act.ts'
import { agreedOn, lockGrounds, type DrawRequest } from './agree-draw.ts'
import { holdCoupon } from './coupon-store.ts'
import { insertDraw, type KeptDraw } from './draw-store.ts'
import { newLoanNo } from './numbers.ts'

export type Held = {
  /** The number it was asked under: by it the draw is booked or released. */
  readonly drawNo: string
  /** The number its loan will have, and its payout has from now on. */
  readonly loanNo: string
  readonly annualRatePpm: bigint
}

/** Sets limit and coupon aside for a draw, until its money is out or is known not to go. */
export async function holdDraw(means: Means, act: Act, request: DrawRequest): Promise<Held> {
  const { customer, requestNo: drawNo } = act
  const { amount, months, method, purpose, couponNo, cardId } = request
  return perform(means, act, {
    name: 'hold-draw',
    body: request,
    load: (tx) => lockGrounds(tx, act, request),
    decide: (grounds, books) => {
      const heldAt = means.now()
      const loanNo = newLoanNo(heldAt)
      const { limit } = agreedOn(request, { ...books, ...grounds, loanNo })
      const { annualRatePpm, lender } = limit
      const draw: KeptDraw = {
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
          ...(couponNo === undefined ? [] : [holdCoupon({ customer, couponNo, loanNo })]),
          insertDraw({ customer, draw, heldAt }),
        ],
        use: amount,
      }
    },
  })
}
