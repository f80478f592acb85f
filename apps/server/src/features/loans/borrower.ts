import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Coupon } from '@qingzhou/domain/loans/coupon'
import type { Money } from '@qingzhou/domain/money/money'
import { ZERO, subtract } from '@qingzhou/domain/money/money'
import type { LimitRecord, LoanRecord } from '#lending/index.ts'
import { findDraw, findLimit, readCoupons, readOpenLoans } from '#lending/index.ts'
import { readBusinessDate } from '#lending/ledger/index.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import { Refused } from '#platform/refused.ts'
import { findRunning } from './loan-application-store.ts'

export type OwnCoupon = { readonly couponNo: string; readonly coupon: Coupon }

/** What a borrower can draw on, today. */
export type Borrower = {
  readonly today: LocalDate
  readonly limit: LimitRecord
  readonly coupons: readonly OwnCoupon[]
  readonly openLoans: readonly LoanRecord[]
}

export async function readBorrower(db: Queryable, customer: CustomerNo): Promise<Borrower> {
  const [today, limit, coupons, openLoans, held] = await Promise.all([
    readBusinessDate(db),
    findLimit(db, customer),
    readCoupons(db, customer),
    readOpenLoans(db, customer),
    reservedMeanwhile(db, customer),
  ])
  if (!limit) throw new Refused({ kind: 'limit-unknown' })
  return {
    today,
    limit: { ...limit, used: subtract(limit.used, held.amount) },
    openLoans,
    coupons: coupons.map(({ couponNo, coupon }) => ({
      couponNo,
      coupon: isHeldFor(coupon, held.loanNo) ? { ...coupon, state: { kind: 'free' } } : coupon,
    })),
  }
}

function isHeldFor({ state }: Coupon, loanNo: string | undefined): boolean {
  return state.kind === 'held' && state.draw === loanNo
}

/** What a draw that waits for its borrower keeps of the limit and the coupons. */
type ReservedMeanwhile = { readonly amount: Money; readonly loanNo: string | undefined }

/**
 * A borrower who turned back before proving who they are may ask anew: the new draw takes the place of
 * the old one, so what the old one holds counts as free.
 */
async function reservedMeanwhile(db: Queryable, customer: CustomerNo): Promise<ReservedMeanwhile> {
  const running = await findRunning(db, customer)
  if (running?.state !== 'verifying') return { amount: ZERO, loanNo: undefined }
  const draw = await findDraw(db, { customer, drawNo: running.loanSeqNo })
  return draw?.state === 'held'
    ? { amount: draw.amount, loanNo: draw.loanNo }
    : { amount: ZERO, loanNo: undefined }
}
