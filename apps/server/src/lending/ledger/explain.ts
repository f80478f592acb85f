import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Account } from '@qingzhou/domain/ledger/entries'
import type { PartName, Parts } from '@qingzhou/domain/loans/loan'
import { add, fen, ZERO, type Money } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'

/** One line behind an amount: what happened, when, and how the amount stood after it. */
export type Line = {
  readonly on: LocalDate
  readonly event: string
  readonly transactionNo: string
  readonly against: Account
  readonly amount: Money
  readonly balance: Money
}

export type Explanation = {
  readonly [P in PartName]: { readonly balance: Money; readonly lines: readonly Line[] }
}

type EntryRow = {
  business_date: LocalDate
  event: string
  transaction_no: string
  debit_account: Account
  credit_account: Account
  amount_fen: bigint
}

/**
 * Lists the entries behind each amount that a loan owes by the books: what opened it, then day by
 * day what days brought and what was done.
 */
export async function explain(
  db: Queryable,
  { customer, loanNo }: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<Explanation> {
  const rows = await db.query<EntryRow>(
    `SELECT business_date, event, transaction_no, debit_account, credit_account, amount_fen
       FROM ledger_entries WHERE customer_no = $1 AND loan_no = $2
      ORDER BY business_date, event <> 'draw', entry_no NULLS FIRST`,
    [customer, loanNo],
  )
  return {
    fee: linesOf('fee', rows),
    penalty: linesOf('penalty', rows),
    interest: linesOf('interest', rows),
    principal: linesOf('principal', rows),
  }
}

/** What a loan owes by the books. */
export async function balancesOf(
  db: Queryable,
  { customer, loanNo }: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<Parts> {
  const [row] = await db.query<Record<`${PartName}_fen`, bigint>>(
    `SELECT principal_fen, interest_fen, penalty_fen, fee_fen FROM loan_balances
      WHERE customer_no = $1 AND loan_no = $2`,
    [customer, loanNo],
  )
  return {
    fee: fen(row?.fee_fen ?? 0n),
    penalty: fen(row?.penalty_fen ?? 0n),
    interest: fen(row?.interest_fen ?? 0n),
    principal: fen(row?.principal_fen ?? 0n),
  }
}

function linesOf(part: PartName, rows: readonly EntryRow[]): Explanation[PartName] {
  let balance = ZERO
  const lines = rows
    .filter((row) => row.debit_account === part || row.credit_account === part)
    .map((row): Line => {
      const isDebit = row.debit_account === part
      const amount = fen(isDebit ? row.amount_fen : -row.amount_fen)
      balance = add(balance, amount)
      return {
        on: row.business_date,
        event: row.event,
        transactionNo: row.transaction_no,
        against: isDebit ? row.credit_account : row.debit_account,
        amount,
        balance,
      }
    })
  return { balance, lines }
}
