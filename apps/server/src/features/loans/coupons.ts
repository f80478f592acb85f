import type { LoanCoupon } from '@qingzhou/contract/features/loans'
import { couponRefusalLabel, couponWords } from '@qingzhou/domain/loans/coupon-labels'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Services } from '#platform/services.ts'
import type { OwnCoupon } from './borrower.ts'
import { readDrawer } from './quote-draw-for.ts'
import { quoteDraw, type Trial } from './quote-draw.ts'
import { quoteViewOf } from './quote-view.ts'

/** The borrower's coupons for a draw: usable ones, and the others with the reason why not. */
export async function couponsFor(services: Services, customer: CustomerNo, trial: Trial) {
  const drawer = await readDrawer(services, customer, trial)
  const { borrower } = drawer
  const { amount, months } = trial
  const draw = { amount, months, today: borrower.today }
  /** The discount on this draw, computed by quoting it. */
  const savingOf = ({ couponNo }: OwnCoupon) =>
    quoteViewOf(quoteDraw(services, drawer, { ...trial, couponNo })).totalGiven
  const shown = borrower.coupons
    .filter(({ coupon }) => coupon.state.kind !== 'used')
    .map((own) => ({ own, obstacle: couponRefusalLabel(own.coupon, draw) }))

  const usableCoupon = shown
    .filter(({ obstacle }) => obstacle === undefined)
    .map(({ own }) => ({ ...wordsOf(own), saving: savingOf(own) }))
    .toSorted((left, right) => (right.saving > left.saving ? 1 : -1))
  const disableCoupon = shown.flatMap(({ own, obstacle }) =>
    obstacle === undefined ? [] : [{ ...wordsOf(own), reason: obstacle }],
  )
  return { usableCoupon, disableCoupon, bestCouponId: usableCoupon[0]?.couponId }
}

function wordsOf({ couponNo, coupon }: OwnCoupon): LoanCoupon {
  const { name, gives } = couponWords(coupon.benefit)
  return {
    couponId: couponNo,
    name,
    benefit: gives,
    amountMin: coupon.amountMin,
    months: [...coupon.months],
    validUntil: coupon.validUntil,
  }
}
