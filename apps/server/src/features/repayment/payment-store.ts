import type { BillParts } from '@qingzhou/contract/features/repayment/bills'
import { localDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'

export type PaidKind = 'due' | 'early-full' | 'early-part' | 'waiver' | 'conversion'

/** One payment, possibly for several loans. */
export type PaymentRecord = {
  readonly paymentNo: string
  readonly kind: PaidKind
  readonly amount: Money
  readonly overpaid: Money
  readonly paidOn: LocalDate
  readonly loanNos: readonly string[]
  readonly cardId: string | undefined
  /** The day on which it was reversed. */
  readonly reversedOn: LocalDate | undefined
  /** No money was taken back: it had been booked on a wrong loan. */
  readonly wasBookedWrongly: boolean
}

type Key = { readonly customer: CustomerNo; readonly paymentNo: string }

const PAYMENTS = `
  SELECT payment_no, min(kind) AS kind, sum(amount_fen)::bigint AS amount_fen,
         sum(overpaid_fen)::bigint AS overpaid_fen, max(paid_on) AS paid_on,
         array_agg(loan_no ORDER BY loan_no) AS loan_nos, min(card_id) AS card_id,
         (SELECT max(reversed_on) FROM payment_reversals
           WHERE payment_reversals.customer_no = $1
             AND payment_reversals.payment_no = payments.payment_no) AS reversed_on,
         EXISTS (SELECT FROM payment_reversals
                  WHERE payment_reversals.customer_no = $1 AND reason = 'booked-wrongly'
                    AND payment_reversals.payment_no = payments.payment_no) AS was_booked_wrongly
    FROM payments WHERE customer_no = $1`

export async function listPayments(
  db: Queryable,
  customer: CustomerNo,
  page: {
    readonly kinds: readonly PaidKind[]
    readonly loanNo: string | undefined
    readonly from: number
    readonly count: number
  },
): Promise<readonly PaymentRecord[]> {
  const rows = await db.query<Row>(
    `${PAYMENTS} AND kind = ANY ($2) AND ($3::text IS NULL OR loan_no = $3)
      GROUP BY payment_no ORDER BY max(received_at) DESC, payment_no LIMIT $5 OFFSET $4`,
    [customer, page.kinds, page.loanNo ?? null, page.from, page.count],
  )
  return rows.map(paymentRecord)
}

/** The payments of a calendar month (six digits), in the order received. */
export async function paymentsOfMonth(
  db: Queryable,
  customer: CustomerNo,
  month: string,
): Promise<readonly PaymentRecord[]> {
  const rows = await db.query<Row>(
    `${PAYMENTS} AND to_char(paid_on, 'YYYYMM') = $2
      GROUP BY payment_no ORDER BY max(received_at), payment_no`,
    [customer, month],
  )
  return rows.map(paymentRecord)
}

export async function findPayment(
  db: Queryable,
  { customer, paymentNo }: Key,
): Promise<PaymentRecord | undefined> {
  const [row] = await db.query<Row>(`${PAYMENTS} AND payment_no = $2 GROUP BY payment_no`, [
    customer,
    paymentNo,
  ])
  return row && paymentRecord(row)
}

export async function findAllocations(
  db: Queryable,
  { customer, paymentNo }: Key,
): Promise<{ loanNo: string; n: number; parts: BillParts }[]> {
  const rows = await db.query<AllocationRow>(
    `SELECT loan_no, n, fee_fen, penalty_fen, interest_fen, principal_fen FROM allocations
      WHERE customer_no = $1 AND payment_no = $2 ORDER BY loan_no, n`,
    [customer, paymentNo],
  )
  return rows.map((row) => ({
    loanNo: row.loan_no,
    n: row.n,
    parts: {
      fee: fen(row.fee_fen),
      penalty: fen(row.penalty_fen),
      interest: fen(row.interest_fen),
      principal: fen(row.principal_fen),
    },
  }))
}

export async function findRefundByPayment(
  db: Queryable,
  { customer, paymentNo }: Key,
): Promise<{ readonly refundNo: string; readonly amount: Money } | undefined> {
  const [row] = await db.query<{ refund_no: string; amount_fen: bigint }>(
    `SELECT refund_no, amount_fen FROM refunds
      WHERE customer_no = $1 AND refund_no = $2 AND state <> 'cancelled'`,
    [customer, paymentNo],
  )
  return row && { refundNo: row.refund_no, amount: fen(row.amount_fen) }
}

type AllocationRow = {
  loan_no: string
  n: number
  fee_fen: bigint
  penalty_fen: bigint
  interest_fen: bigint
  principal_fen: bigint
}

type Row = {
  payment_no: string
  kind: PaidKind
  amount_fen: bigint
  overpaid_fen: bigint
  paid_on: string
  loan_nos: string[]
  card_id: string | null
  reversed_on: string | null
  was_booked_wrongly: boolean
}

function paymentRecord(row: Row): PaymentRecord {
  return {
    paymentNo: row.payment_no,
    kind: row.kind,
    amount: fen(row.amount_fen),
    overpaid: fen(row.overpaid_fen),
    paidOn: localDate(row.paid_on),
    loanNos: row.loan_nos,
    cardId: row.card_id ?? undefined,
    reversedOn: row.reversed_on === null ? undefined : localDate(row.reversed_on),
    wasBookedWrongly: row.was_booked_wrongly,
  }
}
