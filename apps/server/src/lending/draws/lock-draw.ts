import type { Coupon } from '@qingzhou/domain/loans/coupon'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import { Refused } from '#platform/refused.ts'
import { lockCoupon } from './coupon-store.ts'
import { lockDraw as lock, type DrawRecord } from './draw-store.ts'
import { isNumber } from '#lending/numbers.ts'

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
