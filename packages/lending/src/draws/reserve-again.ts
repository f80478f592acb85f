import { availableLimit } from '@qingzhou/domain/credit/limit'
import { type Act, type Deps, perform } from '#act.ts'
import type { LimitRecord } from '#limits/limit-store.ts'
import { Refused } from '@qingzhou/platform/refused'
import type { DrawRequest, ReservedDraw } from '#requests.ts'
import { lockCoupon, reserveCoupon } from './coupon-store.ts'
import { type DrawRecord, findDraw, holdAgain, insertDraw } from './draw-store.ts'

/** A draw as it was reserved, with the time of it. */
export type LostDraw = DrawRecord & { readonly reservedAt: Date }

/**
 * Reserves a draw again whose money has left although it is unknown here, or was released. The
 * state of the limit does not matter, nor whether the coupon is still valid: the customer was
 * granted both. More than the limit is refused.
 */
export async function reserveAgain(
  deps: Deps,
  { customer, actor }: Pick<Act, 'customer' | 'actor'>,
  lost: LostDraw,
): Promise<void> {
  const { drawNo } = lost
  const known = await findDraw(deps.database, { customer, drawNo })
  if (known?.state === 'reserved') return
  if (known?.state === 'booked') throw new Refused({ kind: 'draw-booked' })
  const draw = known ?? lost
  // A draw that was released is in the audit log under its number.
  const act = { customer, actor, requestNo: known ? `${drawNo}-again` : drawNo }
  const { couponNo, loanNo, amount, annualRatePpm, fee } = draw
  await perform(deps, act, {
    name: known ? 'reserve-draw-again' : 'reserve-draw',
    body: requestOf(draw),
    load: async (tx) =>
      couponNo === undefined ? undefined : lockCoupon(tx, { customer, couponNo }),
    decide: (coupon, { limit }) => {
      requireRoom(limit, draw)
      if (couponNo !== undefined && !coupon) throw new Refused({ kind: 'coupon-unknown' })
      const reserved = { ...draw, state: 'reserved' } as const
      const answer: ReservedDraw = { drawNo, loanNo, annualRatePpm, ...(fee && { fee }) }
      return {
        answer,
        writes: [
          ...(couponNo === undefined ? [] : [reserveCoupon({ customer, couponNo, loanNo })]),
          known
            ? holdAgain({ customer, drawNo })
            : insertDraw({ customer, draw: reserved, reservedAt: lost.reservedAt }),
        ],
        use: amount,
      }
    },
  })
}

function requireRoom(limit: LimitRecord | undefined, { amount }: DrawRecord): void {
  if (!limit) throw new Refused({ kind: 'limit-unknown' })
  const available = availableLimit(limit)
  if (amount > available) throw new Refused({ kind: 'limit-too-low', available })
}

/** As the audit log has it, from which the loan is computed again. */
function requestOf(draw: DrawRecord): DrawRequest {
  const { amount, months, method, purpose, couponNo, product, cardId } = draw
  return {
    amount,
    months,
    method,
    purpose,
    product,
    ...(couponNo !== undefined && { couponNo }),
    ...(cardId !== undefined && { cardId }),
  }
}
