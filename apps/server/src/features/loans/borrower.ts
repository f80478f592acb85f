import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Coupon } from '@qingzhou/domain/loans/coupon'
import type { Loan } from '@qingzhou/domain/loans/loan'
import { subtract } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import { readBusinessDate } from '#lending/ledger/index.ts'
import { findLimit, readCoupons, readLoans, type LimitRecord } from '#lending/index.ts'
import { Refused } from '#platform/refused.ts'
import { reservedMeanwhile } from './reserved-meanwhile.ts'

export type OwnCoupon = { readonly couponNo: string; readonly coupon: Coupon }

/** What a borrower can draw on, today. */
export type Borrower = {
  readonly today: LocalDate
  readonly limit: LimitRecord
  readonly coupons: readonly OwnCoupon[]
  readonly loans: readonly Loan[]
}

export async function readBorrower(db: Queryable, customer: CustomerNo): Promise<Borrower> {
  const [today, limit, coupons, loans, held] = await Promise.all([
    readBusinessDate(db),
    findLimit(db, customer),
    readCoupons(db, customer),
    readLoans(db, customer),
    reservedMeanwhile(db, customer),
  ])
  if (!limit) throw new Refused({ kind: 'limit-unknown' })
  return {
    today,
    limit: { ...limit, used: subtract(limit.used, held.amount) },
    loans: loans.map(({ loan }) => loan),
    coupons: coupons.map(({ couponNo, coupon }) => ({
      couponNo,
      coupon: isHeldFor(coupon, held.loanNo) ? { ...coupon, state: { kind: 'free' } } : coupon,
    })),
  }
}

function isHeldFor({ state }: Coupon, loanNo: string | undefined): boolean {
  return state.kind === 'held' && state.draw === loanNo
}
