import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Entry } from '@qingzhou/domain/ledger/entries'
import type { CustomerNo } from '#customer-no.ts'
import type { Transaction } from '#database/database.ts'
import type { Statement } from '#database/statement.ts'

/** Entries of one loan, and what they are for. */
export type Posting = {
  readonly loanNo: string
  readonly event: string
  readonly entries: readonly Entry[]
}

export type LedgerTransaction = {
  readonly customer: CustomerNo
  readonly transactionNo: string
  readonly businessDate: LocalDate
  readonly postings: readonly Posting[]
}

/** The statement that writes entries; none where nothing moved. */
export function entered(transaction: LedgerTransaction): Statement[] {
  const rows = transaction.postings.flatMap(({ loanNo, event, entries }) =>
    entries.map((entry) => ({ loanNo, event, ...entry })),
  )
  if (rows.length === 0) return []

  const { customer, transactionNo, businessDate } = transaction
  const values = [
    customer,
    transactionNo,
    businessDate,
    rows.map(({ loanNo }) => loanNo),
    rows.map(({ event }) => event),
    rows.map(({ debit }) => debit),
    rows.map(({ credit }) => credit),
    rows.map(({ amount }) => amount),
  ]
  return [{ sql: INSERT, values }]
}

/** Writes entries inside the caller's transaction, beside the state that they explain. */
export async function post(tx: Transaction, transaction: LedgerTransaction): Promise<void> {
  for (const { sql, values } of entered(transaction)) await tx.prepared(sql, values)
}

const INSERT = `
  INSERT INTO ledger_entries (customer_no, transaction_no, business_date,
                              loan_no, event, debit_account, credit_account, amount_fen)
  SELECT $1, $2, $3, * FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[])`
