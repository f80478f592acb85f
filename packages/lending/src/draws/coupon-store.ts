import { unreachable } from '@qingzhou/domain/assert'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Coupon, CouponBenefit } from '@qingzhou/domain/coupons/coupon'
import { fen } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import type { Statement } from '@qingzhou/platform/database/pipeline/statement'
import { Refused } from '@qingzhou/platform/refused'

type Key = { readonly customer: CustomerNo; readonly couponNo: string }

type CouponRow = {
  benefit: CouponBenefit['kind']
  benefit_days: number | null
  benefit_share_ppm: number | null
  benefit_amount_fen: bigint | null
  amount_min_fen: bigint
  months: number[]
  valid_from: LocalDate
  valid_until: LocalDate
  state: Coupon['state']['kind']
  loan_no: string | null
}

const COLUMNS = `benefit, benefit_days, benefit_share_ppm, benefit_amount_fen, amount_min_fen, months,
  valid_from, valid_until, state, loan_no`

/** Gives a customer a coupon. Returns false if the customer has one under this number. */
export async function insertCoupon(
  db: Queryable,
  { customer, couponNo, coupon }: Key & { readonly coupon: Coupon },
): Promise<boolean> {
  const { benefit } = coupon
  const rows = await db.query<{ coupon_no: string }>(
    `INSERT INTO coupons (customer_no, coupon_no, benefit, benefit_days, benefit_share_ppm,
                          benefit_amount_fen, amount_min_fen, months, valid_from, valid_until)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (customer_no, coupon_no) DO NOTHING RETURNING coupon_no`,
    [
      customer,
      couponNo,
      benefit.kind,
      benefit.kind === 'interest-free-days' ? benefit.days : null,
      benefit.kind === 'interest-share-off' ? benefit.sharePpm : null,
      benefit.kind === 'sum-off-first-instalment' ? benefit.amount : null,
      coupon.amountMin,
      coupon.months,
      coupon.validFrom,
      coupon.validUntil,
    ],
  )
  return rows.length > 0
}

/**
 * Ends the unused coupons of a number, of all customers. A coupon that is reserved for a draw stays with
 * it, and is worth nothing once the draw has failed. Returns how many were ended.
 */
export async function endCoupons(
  db: Queryable,
  { couponNo, today }: { readonly couponNo: string; readonly today: LocalDate },
): Promise<number> {
  const rows = await db.query<{ coupon_no: string }>(
    `UPDATE coupons SET valid_until = $2::date - 1
      WHERE coupon_no = $1 AND state <> 'used' AND valid_until >= $2 RETURNING coupon_no`,
    [couponNo, today],
  )
  return rows.length
}

/** How many customers have the coupon of a number, and how many have used it. */
export async function countCoupons(
  db: Queryable,
  couponNo: string,
): Promise<{ readonly given: number; readonly used: number }> {
  const [row] = await db.query<{ given: bigint; used: bigint }>(
    `SELECT count(*) AS given, count(*) FILTER (WHERE state = 'used') AS used
       FROM coupons WHERE coupon_no = $1`,
    [couponNo],
  )
  return { given: Number(row?.given ?? 0n), used: Number(row?.used ?? 0n) }
}

export async function lockCoupon(
  tx: Transaction,
  { customer, couponNo }: Key,
): Promise<Coupon | undefined> {
  const [row] = await tx.prepared<CouponRow>(
    `SELECT ${COLUMNS} FROM coupons WHERE customer_no = $1 AND coupon_no = $2 FOR UPDATE`,
    [customer, couponNo],
  )
  return row && couponOf(row)
}

export async function readCoupons(
  db: Queryable,
  customer: CustomerNo,
): Promise<{ couponNo: string; coupon: Coupon }[]> {
  const rows = await db.query<CouponRow & { coupon_no: string }>(
    `SELECT coupon_no, ${COLUMNS} FROM coupons WHERE customer_no = $1 ORDER BY coupon_no`,
    [customer],
  )
  return rows.map((row) => ({ couponNo: row.coupon_no, coupon: couponOf(row) }))
}

type Use = Key & { readonly loanNo: string }

/** Reserves a free coupon for a draw. A coupon can be on one loan only. */
export function reserveCoupon({ customer, couponNo, loanNo }: Use): Statement {
  return {
    sql: `UPDATE coupons SET state = 'reserved', loan_no = $3
      WHERE customer_no = $1 AND coupon_no = $2 AND state = 'free' RETURNING coupon_no`,
    values: [customer, couponNo, loanNo],
    orElse: () => new Refused({ kind: 'coupon-taken' }),
  }
}

/** Marks the coupon that is reserved for a loan as used. */
export function spendCoupon({ customer, couponNo, loanNo }: Use): Statement {
  return {
    sql: `UPDATE coupons SET state = 'used', loan_no = $3
      WHERE customer_no = $1 AND coupon_no = $2 AND state = 'reserved' AND loan_no = $3
      RETURNING coupon_no`,
    values: [customer, couponNo, loanNo],
    orElse: () => new Refused({ kind: 'coupon-taken' }),
  }
}

/** Releases a coupon whose draw was cancelled. */
export function freeCoupon({ customer, couponNo, loanNo }: Use): Statement {
  return {
    sql: `UPDATE coupons SET state = 'free', loan_no = NULL
      WHERE customer_no = $1 AND coupon_no = $2 AND state = 'reserved' AND loan_no = $3
     RETURNING coupon_no`,
    values: [customer, couponNo, loanNo],
    orElse: () => new Refused({ kind: 'coupon-not-held' }),
  }
}

function couponOf(row: CouponRow): Coupon {
  return {
    benefit: benefitOf(row),
    amountMin: fen(row.amount_min_fen),
    months: row.months,
    validFrom: row.valid_from,
    validUntil: row.valid_until,
    state: row.state === 'free' ? { kind: 'free' } : { kind: row.state, draw: row.loan_no ?? '' },
  }
}

function benefitOf(row: CouponRow): CouponBenefit {
  switch (row.benefit) {
    case 'interest-free-days':
      return { kind: row.benefit, days: row.benefit_days ?? 0 }
    case 'interest-share-off':
      return { kind: row.benefit, sharePpm: BigInt(row.benefit_share_ppm ?? 0) }
    case 'sum-off-first-instalment':
      return { kind: row.benefit, amount: fen(row.benefit_amount_fen ?? 0n) }
    default:
      return unreachable(row.benefit)
  }
}
