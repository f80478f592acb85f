import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { Queryable } from '@qingzhou/platform/database/database'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { PayProvider } from '@qingzhou/providers/records/bank-order-store'
import { Refused } from '@qingzhou/platform/refused'

export const resolutions = ['explained', 'matched', 'refunded', 'written-off'] as const
export type Resolution = (typeof resolutions)[number]

type Key = {
  readonly provider: PayProvider
  readonly day: LocalDate
  readonly orderNo: string
}

export async function findOpenDifference(
  db: Queryable,
  { provider, day, orderNo }: Key,
): Promise<{
  readonly kind: string
  readonly finding: string
  readonly ours: Money | undefined
  readonly theirs: Money | undefined
}> {
  const [row] = await db.query<{
    kind: string
    finding: string
    booked_fen: bigint | null
    reported_fen: bigint | null
  }>(
    `SELECT kind, finding, booked_fen, reported_fen FROM transfer_differences
      WHERE provider = $1 AND transferred_on = $2 AND order_no = $3
        AND settled_at IS NULL AND resolution IS NULL`,
    [provider, day, orderNo],
  )
  if (!row) throw new Refused({ kind: 'difference-unknown' })
  return {
    kind: row.kind,
    finding: row.finding,
    ours: row.booked_fen === null ? undefined : fen(row.booked_fen),
    theirs: row.reported_fen === null ? undefined : fen(row.reported_fen),
  }
}

/** The second of two concurrent closings finds nothing open. */
export async function closeDifference(
  db: Queryable,
  { provider, day, orderNo, resolution }: Key & { readonly resolution: Resolution },
  { note, by, at }: { readonly note: string; readonly by: string; readonly at: Date },
): Promise<void> {
  const rows = await db.query(
    `UPDATE transfer_differences
        SET resolution = $4, resolution_note = $5, resolved_by = $6, resolved_at = $7
      WHERE provider = $1 AND transferred_on = $2 AND order_no = $3
        AND settled_at IS NULL AND resolution IS NULL
    RETURNING order_no`,
    [provider, day, orderNo, resolution, note, by, at],
  )
  if (rows.length === 0) throw new Refused({ kind: 'difference-unknown' })
}

/** Returns false if the reference is booked. */
export async function insertOutsidePayment(
  db: Queryable,
  payment: {
    readonly reference: string
    readonly customer: CustomerNo
    readonly loanNo: string
    readonly paymentNo: string
    readonly amount: Money
    readonly receivedOn: LocalDate
  },
): Promise<boolean> {
  const { reference, customer, loanNo, paymentNo, amount, receivedOn } = payment
  const rows = await db.query(
    `INSERT INTO outside_payments (reference, customer_no, loan_no, payment_no, amount_fen, received_on)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (reference) DO UPDATE SET
       customer_no = excluded.customer_no, loan_no = excluded.loan_no,
       payment_no = excluded.payment_no, amount_fen = excluded.amount_fen,
       received_on = excluded.received_on, taken_back_on = NULL
      WHERE outside_payments.taken_back_on IS NOT NULL
     RETURNING reference`,
    [reference, customer, loanNo, paymentNo, amount, receivedOn],
  )
  return rows.length === 1
}

type PaymentKey = { readonly customer: CustomerNo; readonly paymentNo: string }

/** The money of a reference is another payment now. A matched transfer has no reference. */
export async function moveOutsidePayment(
  db: Queryable,
  { customer, paymentNo }: PaymentKey,
  to: PaymentKey & { readonly loanNo: string },
): Promise<void> {
  await db.query(
    `UPDATE outside_payments SET customer_no = $3, payment_no = $4, loan_no = $5
      WHERE customer_no = $1 AND payment_no = $2`,
    [customer, paymentNo, to.customer, to.paymentNo, to.loanNo],
  )
}

/** Frees the reference of a payment. Returns false if it has none. */
export async function freeReference(
  db: Queryable,
  { customer, paymentNo }: PaymentKey,
  on: LocalDate,
): Promise<boolean> {
  const rows = await db.query(
    `UPDATE outside_payments SET taken_back_on = $3
      WHERE customer_no = $1 AND payment_no = $2 AND taken_back_on IS NULL RETURNING reference`,
    [customer, paymentNo, on],
  )
  return rows.length === 1
}

/** A payment as it was booked. */
export type BookedPayment = {
  readonly loanNo: string
  readonly amount: Money
  readonly paidOn: LocalDate
  readonly cardId: string | undefined
}

export async function findBookedPayment(
  db: Queryable,
  { customer, paymentNo }: PaymentKey,
): Promise<BookedPayment | undefined> {
  const [row] = await db.query<{
    loan_no: string
    amount_fen: bigint
    paid_on: LocalDate
    card_id: string | null
  }>(
    `SELECT loan_no, amount_fen, paid_on, card_id FROM payments
      WHERE customer_no = $1 AND payment_no = $2`,
    [customer, paymentNo],
  )
  return (
    row && {
      loanNo: row.loan_no,
      amount: fen(row.amount_fen),
      paidOn: row.paid_on,
      cardId: row.card_id ?? undefined,
    }
  )
}

export async function findCustomerOfLoan(
  db: Queryable,
  loanNo: string,
): Promise<{ readonly customer: CustomerNo; readonly start: LocalDate } | undefined> {
  const [row] = await db.query<{ customer_no: string; start_on: LocalDate }>(
    `SELECT customer_no, start_on FROM loans WHERE loan_no = $1`,
    [loanNo],
  )
  return row && { customer: customerNo(row.customer_no), start: row.start_on }
}
