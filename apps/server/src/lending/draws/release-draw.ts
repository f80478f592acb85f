import type { Coupon } from '@qingzhou/domain/loans/coupon'
import { releaseCoupon } from '@qingzhou/domain/loans/coupon'
import { endHeldDraw } from '@qingzhou/domain/loans/held-draw'
import { ZERO, subtract } from '@qingzhou/domain/money/money'
import type { Act, Deps } from '#lending/act.ts'
import { perform } from '#lending/act.ts'
import { isNumber } from '#lending/numbers.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import { Refused, orRefuse } from '#platform/refused.ts'
import { freeCoupon, lockCoupon } from './coupon-store.ts'
import type { DrawRecord } from './draw-store.ts'
import { endDraw, lockDraw as lock } from './draw-store.ts'

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

/** Another customer's draw is as unknown as one that never was. */
async function lockDraw(
  tx: Transaction,
  { customer, drawNo }: { readonly customer: CustomerNo; readonly drawNo: string },
): Promise<DrawRecord> {
  const draw = isNumber(drawNo) ? await lock(tx, { customer, drawNo }) : undefined
  if (!draw) throw new Refused({ kind: 'draw-unknown' })
  return draw
}

/** A draw with the coupon that is held for it. */
export async function lockDrawAndCoupon(
  tx: Transaction,
  { customer, drawNo }: { readonly customer: CustomerNo; readonly drawNo: string },
): Promise<{ draw: DrawRecord; coupon: Coupon | undefined }> {
  const draw = await lockDraw(tx, { customer, drawNo })
  const { couponNo } = draw
  const coupon = couponNo === undefined ? undefined : await lockCoupon(tx, { customer, couponNo })
  return { draw, coupon }
}
