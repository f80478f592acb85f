import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Coupon } from '@qingzhou/domain/coupons/coupon'
import type { OpenLoan } from '@qingzhou/domain/draws/draw-request'
import type { Money } from '@qingzhou/domain/money/money'
import { ZERO, subtract } from '@qingzhou/domain/money/money'
import type { LimitRecord } from '@qingzhou/lending/index'
import { findDraw, readCoupons, readDrawerBooks } from '@qingzhou/lending/index'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import { findRunning } from './loan-application-store.ts'

export type OwnCoupon = { readonly couponNo: string; readonly coupon: Coupon }

/** What a borrower can draw on today. */
export type Borrower = {
  readonly today: LocalDate
  readonly limit: LimitRecord
  readonly coupons: readonly OwnCoupon[]
  readonly openLoans: readonly OpenLoan[]
}

export async function readBorrower(db: Queryable, customer: CustomerNo): Promise<Borrower> {
  const [books, coupons, held] = await Promise.all([
    readDrawerBooks(db, customer),
    readCoupons(db, customer),
    reservedByUnverifiedDraw(db, customer),
  ])
  if (!books) throw new Refused({ kind: 'limit-unknown' })
  const { today, limit, openLoans } = books
  return {
    today,
    limit: { ...limit, used: subtract(limit.used, held.amount) },
    openLoans,
    coupons: coupons.map(({ couponNo, coupon }) => ({
      couponNo,
      coupon: isReservedFor(coupon, held.loanNo) ? { ...coupon, state: { kind: 'free' } } : coupon,
    })),
  }
}

function isReservedFor({ state }: Coupon, loanNo: string | undefined): boolean {
  return state.kind === 'reserved' && state.draw === loanNo
}

/** The limit amount and the coupon reserved by an unverified draw. */
type UnverifiedReservation = { readonly amount: Money; readonly loanNo: string | undefined }

/** A new draw replaces an unverified one, so what that one reserves counts as available. */
async function reservedByUnverifiedDraw(
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
