import { fen, type Money } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'

/** What goes through the bank: a loan paid out or returned, a payment collected, a refund sent back. */
export type TransferKind = 'payout' | 'collection' | 'refund' | 'return'

type TransferKey = {
  readonly customer: CustomerNo
  readonly kind: TransferKind
  /** The number of the loan, the payment or the refund. */
  readonly transferNo: string
}

export type Transfer = { readonly loanNo: string; readonly amount: Money; readonly isNew: boolean }

type TransferRow = { loan_no: string; amount_fen: bigint }

/** What each kind carries out. A conversion moves no money; a refund moves some once it was sent. */
const carriedOut = {
  payout: `SELECT loan_no, amount_fen FROM loans
            WHERE customer_no = $1 AND loan_no = $3 AND origin = 'draw'`,
  collection: `SELECT loan_no, amount_fen FROM payments
                WHERE customer_no = $1 AND payment_no = $3 AND kind <> 'conversion'`,
  return: `SELECT loan_no, amount_fen FROM loans
            WHERE customer_no = $1 AND loan_no = $3 AND reversed_on IS NOT NULL`,
  refund: `SELECT loan_no, amount_fen FROM refunds
            WHERE customer_no = $1 AND refund_no = $3 AND state <> 'owed'`,
} as const satisfies Record<TransferKind, string>

/** Notes that a transfer is confirmed. Of two who say so at once, the second waits and finds it said. */
export async function noteTransfer(
  tx: Transaction,
  { customer, kind, transferNo }: TransferKey,
): Promise<Transfer | undefined> {
  const key = [customer, kind, transferNo]
  const [noted] = await tx.prepared<TransferRow>(
    `INSERT INTO bank_transfers (customer_no, kind, transfer_no, loan_no, amount_fen, confirmed_on)
     SELECT $1, $2, $3, loan_no, amount_fen, business_date
       FROM (${carriedOut[kind]}) AS transfer, business_date
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
