import { releaseCoupon } from '@qingzhou/domain/loans/coupon'
import { endHeldDraw } from '@qingzhou/domain/loans/held-draw'
import { ZERO, subtract } from '@qingzhou/domain/money/money'
import { orRefuse } from '#platform/refused.ts'
import { perform, type Act, type Deps } from '#lending/act.ts'
import { freeCoupon } from './coupon-store.ts'
import { endDraw } from './draw-store.ts'
import { lockDrawAndCoupon } from './lock-draw.ts'

/** Gives limit and coupon back when a draw's money will not go out. They come back once. */
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
      orRefuse(endHeldDraw(state, 'released'))
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
