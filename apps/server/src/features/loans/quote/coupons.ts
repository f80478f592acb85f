import type { LoanCoupon } from '@qingzhou/contract/features/loans'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Coupon } from '@qingzhou/domain/coupons/coupon'
import { couponRefusalLabel, couponWords } from '@qingzhou/domain/coupons/coupon-labels'
import { readCoupons } from '@qingzhou/lending/index'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Services } from '#services.ts'
import { readDrawer } from './quote-draw-for.ts'
import { quoteDraw, type QuoteInput, type OwnCoupon } from './quote-draw.ts'
import { quoteViewOf } from './quote-view.ts'

/** The borrower's coupons for a draw: usable ones, and the others with the reason why not. */
export async function couponsFor(
  services: Pick<Services, 'database' | 'serviceFees'>,
  customer: CustomerNo,
  quoteInput: QuoteInput,
) {
  const drawer = await readDrawer(services, customer, quoteInput)
  const { borrower } = drawer
  const { amount, months } = quoteInput
  const draw = { amount, months, today: borrower.today }
  /** The discount on this draw, computed by quoting it. */
  const savingOf = ({ couponNo }: OwnCoupon) =>
    quoteViewOf(quoteDraw(services, drawer, { ...quoteInput, couponNo })).totalDiscount
  const shown = borrower.coupons
    .filter(({ coupon }) => coupon.state.kind !== 'used')
    .map((own) => ({ own, obstacle: couponRefusalLabel(own.coupon, draw) }))

  const usable = shown
    .filter(({ obstacle }) => obstacle === undefined)
    .map(({ own }) => ({ ...couponView(own), saving: savingOf(own) }))
    .toSorted((left, right) => (right.saving > left.saving ? 1 : -1))
  const unusable = shown.flatMap(({ own, obstacle }) =>
    obstacle === undefined ? [] : [{ ...couponView(own), reason: obstacle }],
  )
  return { usable, unusable, bestCouponNo: usable[0]?.couponNo }
}

/** All coupons of a customer; one that is not free or not valid today has the reason. */
export async function ownCoupons(
  services: Pick<Services, 'database' | 'businessDate'>,
  customer: CustomerNo,
): Promise<{ usable: LoanCoupon[]; ended: LoanCoupon[] }> {
  const today = await services.businessDate()
  const coupons = await readCoupons(services.database, customer)
  const shown = coupons
    .map((own) => ({ own, reason: couponRefusalLabel(own.coupon, drawFor(own.coupon, today)) }))
    .toSorted(({ own: one }, { own: other }) =>
      one.coupon.validUntil < other.coupon.validUntil ? -1 : 1,
    )
  return {
    usable: shown.flatMap(({ own, reason }) => (reason === undefined ? [couponView(own)] : [])),
    ended: shown
      .flatMap(({ own, reason }) => (reason === undefined ? [] : [{ ...couponView(own), reason }]))
      .toReversed(),
  }
}

/** A draw that meets the coupon's conditions on amount and term. */
function drawFor({ amountMin, months }: Coupon, today: LocalDate) {
  return { amount: amountMin, months: months[0] ?? 0, today }
}

function couponView({ couponNo, coupon }: OwnCoupon): LoanCoupon {
  const { name, gives } = couponWords(coupon.benefit)
  return {
    couponNo,
    name,
    benefit: gives,
    amountMin: coupon.amountMin,
    months: [...coupon.months],
    validUntil: coupon.validUntil,
  }
}
