import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Account } from '@qingzhou/domain/ledger/entries'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'

/** One move of money as it stands in the books. */
export type BookedEntry = {
  /** Its place among the customer's own. */
  readonly entryNo: bigint
  readonly on: LocalDate
  readonly loanNo: string
  readonly event: string
  readonly debit: Account
  readonly credit: Account
  readonly amount: Money
}

type Row = {
  entry_no: bigint
  business_date: LocalDate
  loan_no: string
  event: string
  debit_account: Account
  credit_account: Account
  amount_fen: bigint
}

/** A customer's newest entries over all loans, the newest first. */
export async function newestEntries(
  db: Queryable,
  { customer, limit }: { readonly customer: CustomerNo; readonly limit: number },
): Promise<readonly BookedEntry[]> {
  const rows = await db.query<Row>(
    `SELECT row_number() OVER (ORDER BY business_date, event <> 'draw', entry_no NULLS FIRST, loan_no,
                                        debit_account, credit_account) AS entry_no,
            business_date, loan_no, event, debit_account, credit_account, amount_fen
       FROM ledger_entries WHERE customer_no = $1 ORDER BY 1 DESC LIMIT $2`,
    [customer, limit],
  )
  return rows.map((row) => ({
    entryNo: row.entry_no,
    on: row.business_date,
    loanNo: row.loan_no,
    event: row.event,
    debit: row.debit_account,
    credit: row.credit_account,
    amount: fen(row.amount_fen),
  }))
}
