import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Method } from '@qingzhou/domain/loans/amortise'
import type { DrawReservationState } from '@qingzhou/domain/draws/draw-request'
import type { FeeTime, LoanFee } from '@qingzhou/domain/cost/service-fee'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { LenderKind, ProductNo } from '@qingzhou/domain/product'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import type { Statement } from '@qingzhou/platform/database/pipeline/statement'

/** A reserved draw and its state. */
export type DrawRecord = {
  readonly drawNo: string
  /** The number of its loan, assigned at reservation. */
  readonly loanNo: string
  readonly state: DrawReservationState
  readonly product: ProductNo
  readonly amount: Money
  readonly months: number
  readonly method: Method
  readonly purpose: string
  readonly couponNo: string | undefined
  readonly cardId: string | undefined
  readonly annualRatePpm: bigint
  readonly lender: LenderKind
  readonly reservedOn: LocalDate
  /** The service fee as quoted. */
  readonly fee?: LoanFee | undefined
}

type Key = { readonly customer: CustomerNo; readonly drawNo: string }

type DrawRow = {
  draw_no: string
  loan_no: string
  state: DrawReservationState
  product: ProductNo
  amount_fen: bigint
  months: number
  method: Method
  purpose: string
  coupon_no: string | null
  card_id: string | null
  annual_rate_ppm: number
  lender: LenderKind
  reserved_on: LocalDate
  fee_fen: bigint | null
  fee_charged: FeeTime | null
}

const COLUMNS = `draw_no, loan_no, state, product, amount_fen, months, method, purpose, coupon_no,
  card_id, annual_rate_ppm, lender, reserved_on, fee_fen, fee_charged`

const FIND = `SELECT ${COLUMNS} FROM draws WHERE customer_no = $1 AND draw_no = $2`

export async function findDraw(
  db: Queryable,
  { customer, drawNo }: Key,
): Promise<DrawRecord | undefined> {
  const [row] = await db.query<DrawRow>(FIND, [customer, drawNo])
  return row && drawOf(row)
}

/** The number of the draw that a loan came from. Undefined for a loan that replaced other loans. */
export async function findDrawOfLoan(
  db: Queryable,
  { customer, loanNo }: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<string | undefined> {
  const [row] = await db.query<{ draw_no: string }>(
    `SELECT draw_no FROM draws WHERE customer_no = $1 AND loan_no = $2`,
    [customer, loanNo],
  )
  return row?.draw_no
}

/** The draws with these numbers, which may be draw numbers or loan numbers. */
export async function findDraws(
  db: Queryable,
  { customer, numbers }: { readonly customer: CustomerNo; readonly numbers: readonly string[] },
): Promise<readonly DrawRecord[]> {
  const rows = await db.query<DrawRow>(
    `SELECT ${COLUMNS} FROM draws
      WHERE customer_no = $1 AND (draw_no = ANY($2) OR loan_no = ANY($2))`,
    [customer, numbers],
  )
  return rows.map(drawOf)
}

/**
 * Locks a draw. Of two concurrent transactions that end it, the second waits and sees that it has
 * ended.
 */
export async function lockDraw(
  tx: Transaction,
  { customer, drawNo }: Key,
): Promise<DrawRecord | undefined> {
  const [row] = await tx.prepared<DrawRow>(`${FIND} FOR UPDATE`, [customer, drawNo])
  return row && drawOf(row)
}

export function insertDraw({
  customer,
  draw,
  reservedAt,
}: {
  readonly customer: CustomerNo
  readonly draw: DrawRecord
  readonly reservedAt: Date
}): Statement {
  return {
    sql: `INSERT INTO draws (customer_no, reserved_at, ${COLUMNS})
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    values: [
      customer,
      reservedAt,
      draw.drawNo,
      draw.loanNo,
      draw.state,
      draw.product,
      draw.amount,
      draw.months,
      draw.method,
      draw.purpose,
      draw.couponNo,
      draw.cardId,
      draw.annualRatePpm,
      draw.lender,
      draw.reservedOn,
      draw.fee?.amount,
      draw.fee?.charged,
    ],
  }
}

/** Reserves a draw again that was released. */
export function holdAgain({ customer, drawNo }: Key): Statement {
  return {
    sql: `UPDATE draws SET state = 'reserved'
      WHERE customer_no = $1 AND draw_no = $2 AND state = 'released' RETURNING draw_no`,
    values: [customer, drawNo],
    orElse: () => new Error(`draw ${drawNo}: not released any more despite the lock`),
  }
}

/** Ends a reserved draw. The statement checks the state again. */
export function endDraw({
  customer,
  drawNo,
  state,
}: Key & { readonly state: Exclude<DrawReservationState, 'reserved'> }): Statement {
  return {
    sql: `UPDATE draws SET state = $3
      WHERE customer_no = $1 AND draw_no = $2 AND state = 'reserved' RETURNING draw_no`,
    values: [customer, drawNo, state],
    orElse: () => new Error(`draw ${drawNo}: not reserved any more despite the lock`),
  }
}

function drawOf(row: DrawRow): DrawRecord {
  return {
    drawNo: row.draw_no,
    loanNo: row.loan_no,
    state: row.state,
    product: row.product,
    amount: fen(row.amount_fen),
    months: row.months,
    method: row.method,
    purpose: row.purpose,
    couponNo: row.coupon_no ?? undefined,
    cardId: row.card_id ?? undefined,
    annualRatePpm: BigInt(row.annual_rate_ppm),
    lender: row.lender,
    reservedOn: row.reserved_on,
    fee: feeOf(row),
  }
}

function feeOf({ fee_fen, fee_charged }: DrawRow): LoanFee | undefined {
  if (fee_fen === null || fee_charged === null) return undefined
  return { amount: fen(fee_fen), charged: fee_charged }
}
