import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Coupon, CouponBenefit } from '@qingzhou/domain/loans/coupon'
import { fen } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import type { CustomerNo } from '@qingzhou/server/platform/customer-no.ts'
import { insertCoupon, readCoupons } from '@qingzhou/server/lending/index.ts'
import type { Services } from '@qingzhou/server/platform/services.ts'

const VALID_DAYS = 60

/** One of each kind. */
const benefits: Readonly<Record<string, CouponBenefit>> = {
  'desk-free-days': { kind: 'interest-free-days', days: 15 },
  'desk-share-off': { kind: 'interest-share-off', sharePpm: 200_000n },
  'desk-sum-off': { kind: 'sum-off-first-instalment', amount: fen(20_00n) },
}

/** Gives a person the coupons they do not have yet. */
export async function giveCoupons(services: Services, customer: CustomerNo): Promise<void> {
  const { database } = services
  const today = await services.businessDate()
  const had = new Set((await readCoupons(database, customer)).map(({ couponNo }) => couponNo))
  for (const [couponNo, benefit] of Object.entries(benefits)) {
    if (had.has(couponNo)) continue
    await insertCoupon(database, { customer, couponNo, coupon: couponOf(benefit, today) })
  }
}

function couponOf(benefit: CouponBenefit, today: LocalDate): Coupon {
  return {
    benefit,
    amountMin: fen(1_000_00n),
    months: [...product.terms],
    validFrom: today,
    validUntil: addDays(today, VALID_DAYS),
    state: { kind: 'free' },
  }
}
