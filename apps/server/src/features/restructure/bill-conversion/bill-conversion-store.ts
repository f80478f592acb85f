import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'

/** A bill conversion. */
export type BillConversionRecord = {
  readonly customer: CustomerNo
  readonly requestNo: string
  readonly fingerprint: Buffer
  /** The new loan. */
  readonly loanNo: string
  readonly fromLoanNo: string
  readonly n: number
  readonly amount: Money
  readonly signedOn: LocalDate
}

export async function insertBillConversion(
  tx: Transaction,
  billConversion: BillConversionRecord,
): Promise<void> {
  await tx.query(
    `INSERT INTO bill_conversions (customer_no, request_no, fingerprint, loan_no, bill_loan_no, n,
                                     amount_fen, signed_on)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      billConversion.customer,
      billConversion.requestNo,
      billConversion.fingerprint,
      billConversion.loanNo,
      billConversion.fromLoanNo,
      billConversion.n,
      billConversion.amount,
      billConversion.signedOn,
    ],
  )
}

export async function readSeconds(
  db: Queryable,
  customer: CustomerNo,
): Promise<BillConversionRecord[]> {
  const rows = await db.query<{
    request_no: string
    fingerprint: Buffer
    loan_no: string
    bill_loan_no: string
    n: number
    amount_fen: bigint
    signed_on: LocalDate
  }>(
    `SELECT request_no, fingerprint, loan_no, bill_loan_no, n, amount_fen, signed_on
       FROM bill_conversions WHERE customer_no = $1`,
    [customer],
  )
  return rows.map((row) => ({
    customer,
    requestNo: row.request_no,
    fingerprint: row.fingerprint,
    loanNo: row.loan_no,
    fromLoanNo: row.bill_loan_no,
    n: row.n,
    amount: fen(row.amount_fen),
    signedOn: row.signed_on,
  }))
}
