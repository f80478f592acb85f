import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { partNames } from '@qingzhou/domain/loans/loan'
import type { Money } from '@qingzhou/domain/money/money'
import { fen } from '@qingzhou/domain/money/money'
import type { Allocation } from '@qingzhou/domain/repayment/allocation'
import type { Refund } from '@qingzhou/domain/repayment/refund'
import { arrayOf } from '#loans/loan-columns.ts'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import type { Statement } from '@qingzhou/platform/database/pipeline/statement'

/**
 * Transfers through the bank: a loan disbursed or returned, a repayment collected or taken back, a
 * refund sent.
 */
export type TransferKind = 'disbursement' | 'collection' | 'refund' | 'return' | 'reversal'

type TransferKey = {
  readonly customer: CustomerNo
  readonly kind: TransferKind
  /** The number of the loan, the payment or the refund. */
  readonly transferNo: string
}

type Transfer = { readonly loanNo: string; readonly amount: Money; readonly isNew: boolean }

type TransferRow = { loan_no: string; amount_fen: bigint }

/**
 * The source row of each kind. A conversion moves no money. A refund moves money once it was sent.
 */
const transferSources = {
  disbursement: `SELECT loan_no, amount_fen FROM loans
            WHERE customer_no = $1 AND loan_no = $3 AND origin = 'draw'`,
  collection: `SELECT loan_no, amount_fen FROM payments
                WHERE customer_no = $1 AND payment_no = $3 AND kind <> 'conversion'`,
  return: `SELECT loan_no, amount_fen FROM loans
            WHERE customer_no = $1 AND loan_no = $3 AND reversed_on IS NOT NULL`,
  refund: `SELECT loan_no, amount_fen FROM refunds
            WHERE customer_no = $1 AND refund_no = $3 AND state IN ('sent', 'returned')`,
  reversal: `SELECT loan_no, amount_fen FROM payment_reversals
              WHERE customer_no = $1 AND payment_no = $3`,
} as const satisfies Record<TransferKind, string>

/**
 * Records a confirmed transfer. Of two concurrent confirmations, the second waits and finds it
 * recorded.
 */
export async function recordTransfer(
  tx: Transaction,
  { customer, kind, transferNo }: TransferKey,
): Promise<Transfer | undefined> {
  const key = [customer, kind, transferNo]
  const [noted] = await tx.prepared<TransferRow>(
    `INSERT INTO bank_transfers (customer_no, kind, transfer_no, loan_no, amount_fen, confirmed_on)
     SELECT $1, $2, $3, loan_no, amount_fen, business_date
       FROM (${transferSources[kind]}) AS transfer, business_date
     ON CONFLICT (customer_no, kind, transfer_no) DO NOTHING
     RETURNING loan_no, amount_fen`,
    key,
  )
  if (noted) return { loanNo: noted.loan_no, amount: fen(noted.amount_fen), isNew: true }

  const [known] = await tx.prepared<TransferRow>(
    `SELECT loan_no, amount_fen FROM bank_transfers
      WHERE customer_no = $1 AND kind = $2 AND transfer_no = $3`,
    key,
  )
  return known && { loanNo: known.loan_no, amount: fen(known.amount_fen), isNew: false }
}

export type PaymentKind = 'due' | 'early-full' | 'early-part' | 'waiver' | 'conversion'

export type PaymentRecord = {
  readonly customer: CustomerNo
  readonly paymentNo: string
  readonly loanNo: string
  readonly kind: PaymentKind
  readonly amount: Money
  readonly overpaid: Money
  readonly paidOn: LocalDate
  readonly cardId: string | undefined
  readonly receivedAt: Date
  readonly allocations: readonly Allocation[]
}

/** Stores a payment and its allocations. */
export function insertPayment(payment: PaymentRecord): Statement {
  const { customer, paymentNo, loanNo, allocations } = payment
  const { kind, amount, overpaid, paidOn, cardId, receivedAt } = payment
  return {
    sql: `INSERT INTO payments (customer_no, payment_no, loan_no, kind, amount_fen, overpaid_fen,
                                paid_on, card_id, received_at,
                                n, fee_fen, penalty_fen, interest_fen, principal_fen)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    values: [
      customer,
      paymentNo,
      loanNo,
      kind,
      amount,
      overpaid,
      paidOn,
      cardId,
      receivedAt.toISOString(),
      arrayOf(allocations.map(({ n }) => n)),
      ...partNames.map((name) => arrayOf(allocations.map(({ parts }) => parts[name]))),
    ],
  }
}

/** Why a payment is reversed. A booking on the wrong loan is one of the lender's own. */
export type ReversalReason = 'bounced' | 'disputed' | 'booked-wrongly'

type PaymentKey = {
  readonly customer: CustomerNo
  readonly loanNo: string
  readonly paymentNo: string
}

/** The amount of a payment that moved money. */
export async function findReversible(
  tx: Transaction,
  { customer, loanNo, paymentNo }: PaymentKey,
): Promise<Money | undefined> {
  const [row] = await tx.query<{ amount_fen: bigint }>(
    `SELECT amount_fen FROM payments
      WHERE customer_no = $1 AND loan_no = $2 AND payment_no = $3 AND kind <> 'conversion'`,
    [customer, loanNo, paymentNo],
  )
  return row && fen(row.amount_fen)
}

export function insertReversal(
  reversal: PaymentKey & {
    readonly amount: Money
    readonly reason: ReversalReason
    readonly reversedOn: LocalDate
  },
): Statement {
  const { customer, loanNo, paymentNo, amount, reason, reversedOn } = reversal
  return {
    sql: `INSERT INTO payment_reversals (customer_no, payment_no, loan_no, amount_fen, reason, reversed_on)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    values: [customer, paymentNo, loanNo, amount, reason, reversedOn],
  }
}

/** What a card has paid for a loan, without overpayments. */
export type PaidBy = {
  /** Undefined when another loan replaced this one instead of a payment. */
  readonly cardId: string | undefined
  readonly amount: Money
}

export async function readPaidBy(
  db: Queryable,
  { customer, loanNo }: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<PaidBy[]> {
  const rows = await db.query<{ card_id: string | null; amount_fen: bigint }>(
    // Amounts refunded by a rate cut are deducted from the card that they went to. A payment that was
    // taken back counts with what of it had been sent back.
    `SELECT card_id, sum(fen)::bigint AS amount_fen
       FROM (SELECT card_id, amount_fen - overpaid_fen AS fen FROM payments
              WHERE customer_no = $1 AND loan_no = $2
             UNION ALL
             SELECT payments.card_id, payments.overpaid_fen - payments.amount_fen
                    - coalesce(sent.amount_fen, 0)
               FROM payments JOIN payment_reversals USING (customer_no, loan_no, payment_no)
               LEFT JOIN refunds AS sent ON sent.customer_no = payments.customer_no
                    AND sent.refund_no = payments.payment_no AND sent.state <> 'cancelled'
              WHERE payments.customer_no = $1 AND payments.loan_no = $2
             UNION ALL
             SELECT card_id, -amount_fen FROM refunds
              WHERE customer_no = $1 AND loan_no = $2 AND state <> 'cancelled' AND NOT is_goodwill
                AND NOT EXISTS (SELECT FROM payments
                                 WHERE payments.customer_no = refunds.customer_no
                                   AND payments.payment_no = refunds.refund_no
                                   AND payments.loan_no = refunds.loan_no)) AS moved
      GROUP BY card_id HAVING sum(fen) <> 0 ORDER BY card_id`,
    [customer, loanNo],
  )
  return rows.map((row) => ({ cardId: row.card_id ?? undefined, amount: fen(row.amount_fen) }))
}

/** What was given back for a loan at the lender's cost. */
export async function readGivenBack(
  db: Queryable,
  { customer, loanNo }: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<Money> {
  const [row] = await db.query<{ fen: bigint }>(
    `SELECT coalesce(sum(amount_fen), 0)::bigint AS fen FROM refunds
      WHERE customer_no = $1 AND loan_no = $2 AND is_goodwill`,
    [customer, loanNo],
  )
  return fen(row?.fen ?? 0n)
}

type RefundKey = { readonly customer: CustomerNo; readonly refundNo: string }

export function insertRefund(
  refund: RefundKey & {
    readonly loanNo: string
    readonly refund: Refund
    readonly since: LocalDate
    /** At the lender's cost, not what was overpaid. */
    readonly isGivenBack?: boolean
  },
): Statement {
  return {
    sql: `INSERT INTO refunds (customer_no, refund_no, loan_no, amount_fen, card_id, state, owed_since,
                          is_goodwill)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      refund.customer,
      refund.refundNo,
      refund.loanNo,
      refund.refund.amount,
      refund.refund.toCard,
      refund.refund.state,
      refund.since,
      refund.isGivenBack ?? false,
    ],
  }
}

export async function lockRefund(
  tx: Transaction,
  { customer, refundNo }: RefundKey,
): Promise<(Refund & { loanNo: string; isConfirmed: boolean }) | undefined> {
  const [row] = await tx.prepared<{
    loan_no: string
    amount_fen: bigint
    card_id: string
    state: Refund['state']
    is_confirmed: boolean
  }>(
    `SELECT loan_no, amount_fen, card_id, state,
            EXISTS (SELECT FROM bank_transfers
                     WHERE customer_no = $1 AND kind = 'refund' AND transfer_no = $2) AS is_confirmed
       FROM refunds WHERE customer_no = $1 AND refund_no = $2 FOR UPDATE`,
    [customer, refundNo],
  )
  return (
    row && {
      loanNo: row.loan_no,
      amount: fen(row.amount_fen),
      toCard: row.card_id,
      state: row.state,
      isConfirmed: row.is_confirmed,
    }
  )
}

export function updateRefund({
  customer,
  refundNo,
  state,
}: RefundKey & { readonly state: Refund['state'] }): Statement {
  return {
    sql: `UPDATE refunds SET state = $3 WHERE customer_no = $1 AND refund_no = $2`,
    values: [customer, refundNo, state],
  }
}
