import type { loansShapes } from '@qingzhou/contract/features/loans'
import type { Input } from '@qingzhou/contract/wire/shape'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Coupon } from '@qingzhou/domain/coupons/coupon'
import type { DatedRow } from '@qingzhou/domain/dated/dated-rows'
import type { Funding } from '@qingzhou/domain/funding/choose-partners'
import type { OpenLoan, Quote } from '@qingzhou/domain/draws/draw-request'
import { subtract, ZERO, type Money } from '@qingzhou/domain/money/money'
import { defaultProductNo, product, type ProductNo } from '@qingzhou/domain/product'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import type { Queryable } from '@qingzhou/platform/database/database'
import type { CustomerNo } from '@qingzhou/platform/ids'
import {
  approveDraw,
  findDraw,
  readCoupons,
  readDrawerBooks,
  type LimitRecord,
  readDatedRows,
} from '@qingzhou/lending/index'
import { findRunning } from '#features/loans/loan-application-store.ts'

/** The input of a quote. */
export type QuoteInput = Input<(typeof loansShapes)['quote']>

export const MALL_PURPOSE = 'shopping'

/** Used until a purpose is chosen; the purpose does not change the quote. */
const ANY_PURPOSE = product.purposes.accepted[0]

/** The borrower of a quote, the product that the draw would be of, and what its partners depend on. */
export type Drawer = {
  readonly borrower: Borrower
  readonly productNo: ProductNo
  readonly funding: Funding
}

/** Quotes a draw of this borrower today. Refuses what `reserveDraw` would refuse. */
export function quoteDraw(
  { serviceFees }: Pick<Services, 'serviceFees'>,
  { borrower, productNo, funding }: Drawer,
  quoteInput: QuoteInput,
): Quote {
  const { amount, months, method } = quoteInput
  const coupon = couponOf(borrower, quoteInput)?.coupon
  const request = { amount, months, method, ...productOf(quoteInput), product: productNo }
  return approveDraw(request, { ...borrower, coupon, funding, serviceFees }).quote
}

/** The product and purpose of a quote without a borrower. */
export function productOf({ productNo }: Pick<QuoteInput, 'productNo'>) {
  if (productNo === undefined) return { product: defaultProductNo, purpose: ANY_PURPOSE }
  return { product: productNo, purpose: MALL_PURPOSE }
}

function couponOf({ coupons }: Borrower, { couponNo }: QuoteInput): OwnCoupon | undefined {
  if (couponNo === undefined) return undefined
  const own = coupons.find((coupon) => coupon.couponNo === couponNo)
  if (!own) throw new Refused({ kind: 'coupon-unknown' })
  return own
}

export type OwnCoupon = { readonly couponNo: string; readonly coupon: Coupon }

/** What a borrower can draw on today. */
export type Borrower = {
  readonly today: LocalDate
  readonly limit: LimitRecord
  readonly coupons: readonly OwnCoupon[]
  readonly openLoans: readonly OpenLoan[]
  readonly dated: readonly DatedRow[]
}

export async function readBorrower(db: Queryable, customer: CustomerNo): Promise<Borrower> {
  const [books, coupons, reserved, dated] = await Promise.all([
    readDrawerBooks(db, customer),
    readCoupons(db, customer),
    findUnverifiedReservation(db, customer),
    readDatedRows(db),
  ])
  if (!books) throw new Refused({ kind: 'limit-unknown' })
  const { today, limit, openLoans } = books
  return {
    today,
    limit: { ...limit, used: subtract(limit.used, reserved.amount) },
    openLoans,
    dated,
    coupons: coupons.map(({ couponNo, coupon }) => ({
      couponNo,
      coupon: isReservedFor(coupon, reserved.loanNo)
        ? { ...coupon, state: { kind: 'free' } }
        : coupon,
    })),
  }
}

function isReservedFor({ state }: Coupon, loanNo: string | undefined): boolean {
  return state.kind === 'reserved' && state.draw === loanNo
}

/** The limit amount and the coupon reserved by an unverified draw. */
type UnverifiedReservation = { readonly amount: Money; readonly loanNo: string | undefined }

/** A new draw replaces an unverified one, so what that one reserves counts as available. */
async function findUnverifiedReservation(
  db: Queryable,
  customer: CustomerNo,
): Promise<UnverifiedReservation> {
  const running = await findRunning(db, customer)
  if (running?.state !== 'verifying') return { amount: ZERO, loanNo: undefined }
  const draw = await findDraw(db, { customer, drawNo: running.drawNo })
  return draw?.state === 'reserved'
    ? { amount: draw.amount, loanNo: draw.loanNo }
    : { amount: ZERO, loanNo: undefined }
}
