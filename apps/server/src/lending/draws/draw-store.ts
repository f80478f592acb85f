import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Method } from '@qingzhou/domain/loans/amortise'
import type { HeldDrawState } from '@qingzhou/domain/loans/held-draw'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { Lender, ProductNo } from '@qingzhou/domain/product'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import type { Statement } from '#platform/database/statement.ts'

/** A draw that was held, and what has become of it. */
export type DrawRecord = {
  readonly drawNo: string
  /** The number that its loan has, or would have had. */
  readonly loanNo: string
  readonly state: HeldDrawState
  readonly product: ProductNo
  readonly amount: Money
  readonly months: number
  readonly method: Method
  readonly purpose: string
  readonly couponNo: string | undefined
  readonly cardId: string | undefined
  readonly annualRatePpm: bigint
  readonly lender: Lender
  readonly heldOn: LocalDate
}

type Key = { readonly customer: CustomerNo; readonly drawNo: string }

type DrawRow = {
  draw_no: string
  loan_no: string
  state: HeldDrawState
  product: ProductNo
  amount_fen: bigint
  months: number
  method: Method
  purpose: string
  coupon_no: string | null
  card_id: string | null
  annual_rate_ppm: number
  lender: Lender
  held_on: LocalDate
}

const COLUMNS = `draw_no, loan_no, state, product, amount_fen, months, method, purpose, coupon_no,
  card_id, annual_rate_ppm, lender, held_on`

const FIND = `SELECT ${COLUMNS} FROM draws WHERE customer_no = $1 AND draw_no = $2`

export async function findDraw(
  db: Queryable,
  { customer, drawNo }: Key,
): Promise<DrawRecord | undefined> {
  const [row] = await db.query<DrawRow>(FIND, [customer, drawNo])
  return row && drawOf(row)
}

/** The number of the draw that a loan came from; none for a loan that came from other loans. */
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

/** The draws that these numbers name: their own, or those of their loans. */
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

/** Of two who end a draw at once, the second waits here and finds it ended. */
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
  heldAt,
}: {
  readonly customer: CustomerNo
  readonly draw: DrawRecord
  readonly heldAt: Date
}): Statement {
  return {
    sql: `INSERT INTO draws (customer_no, held_at, ${COLUMNS})
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    values: [
      customer,
      heldAt,
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
      draw.heldOn,
    ],
  }
}

/** Ends a held draw. The condition holds whatever was read before. */
export function endDraw({
  customer,
  drawNo,
  state,
}: Key & { readonly state: Exclude<HeldDrawState, 'held'> }): Statement {
  return {
    sql: `UPDATE draws SET state = $3
      WHERE customer_no = $1 AND draw_no = $2 AND state = 'held' RETURNING draw_no`,
    values: [customer, drawNo, state],
    orElse: () => new Error('a draw that is held and locked can be ended'),
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
    heldOn: row.held_on,
  }
}
