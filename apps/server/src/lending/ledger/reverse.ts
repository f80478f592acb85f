import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'

/**
 * Takes what a transaction moved back, by the same the other way round. Answers how many rows there
 * were: taken back once, none are left to take back. Days that went by stay gone by. [G8]
 *
 * Whoever corrects the books corrects the loan as well, in the same transaction.
 */
export async function reverse(
  tx: Transaction,
  correction: {
    readonly customer: CustomerNo
    readonly transactionNo: string
    readonly reversedNo: string
    readonly businessDate: LocalDate
  },
): Promise<number> {
  const { customer, transactionNo, reversedNo, businessDate } = correction
  const rows = await tx.query<{ entry_no: bigint }>(
    `INSERT INTO ledger_moves (customer_no, transaction_no, business_date, loan_no, event, against,
                               fee_fen, penalty_fen, interest_fen, principal_fen,
                               refunds_payable_fen, bank_fen, reverses_entry_no)
     SELECT customer_no, $2, $4, loan_no, 'reversal', against,
            -fee_fen, -penalty_fen, -interest_fen, -principal_fen,
            -refunds_payable_fen, -bank_fen, entry_no
       FROM ledger_moves AS wrong
      WHERE customer_no = $1 AND transaction_no = $3 AND reverses_entry_no IS NULL
        AND NOT EXISTS (SELECT FROM ledger_moves AS later
                         WHERE later.customer_no = wrong.customer_no
                           AND later.loan_no = wrong.loan_no
                           AND later.reverses_entry_no = wrong.entry_no)
      ORDER BY entry_no
     RETURNING entry_no`,
    [customer, transactionNo, reversedNo, businessDate],
  )
  return rows.length
}
