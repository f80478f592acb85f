import type { LoanCoupon } from '@qingzhou/contract/features/loans'
import { couponRefusalLabel, couponWords } from '@qingzhou/domain/loans/coupon-labels'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Services } from '#platform/services.ts'
import { readBorrower, type Borrower, type OwnCoupon } from './borrower.ts'
import { quoteDraw, type Trial } from './quote-draw.ts'
import { quoteViewOf } from './quote-view.ts'

/** The borrower's coupons for a draw: usable ones, and the others with the reason why not. */
export async function couponsFor({ database }: Services, customer: CustomerNo, trial: Trial) {
  const borrower = await readBorrower(database, customer)
  const { amount, months } = trial
  const draw = { amount, months, today: borrower.today }
  const shown = borrower.coupons
    .filter(({ coupon }) => coupon.state.kind !== 'used')
    .map((own) => ({ own, obstacle: couponRefusalLabel(own.coupon, draw) }))

  const usableCoupon = shown
    .filter(({ obstacle }) => obstacle === undefined)
    .map(({ own }) => ({ ...wordsOf(own), saving: savingWith(own, { borrower, trial }) }))
    .toSorted((left, right) => (right.saving > left.saving ? 1 : -1))
  const disableCoupon = shown.flatMap(({ own, obstacle }) =>
    obstacle === undefined ? [] : [{ ...wordsOf(own), reason: obstacle }],
  )
  return { usableCoupon, disableCoupon, bestCouponId: usableCoupon[0]?.couponId }
}

/** The discount on this draw, computed by quoting it. */
function savingWith({ couponNo }: OwnCoupon, draw: { borrower: Borrower; trial: Trial }) {
  return quoteViewOf(quoteDraw(draw.borrower, { ...draw.trial, couponNo })).totalGiven
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
