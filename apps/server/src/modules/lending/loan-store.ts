import type { Instalment } from '@qingzhou/domain/loans/loan'
import type { CustomerNo } from '#customer-no.ts'
import type { Queryable, Transaction } from '#database/database.ts'
import type { Statement } from '#database/statement.ts'
import { arrayOf, changing, ofInstalment, signed, type InstalmentColumn } from './loan-columns.ts'
import { keptLoan, type InstalmentRow, type KeptLoan, type LoanRow } from './loan-rows.ts'
import { loanSql } from './loan-sql.ts'

export async function readLoans(db: Queryable, customer: CustomerNo): Promise<KeptLoan[]> {
  const rows = await db.query<LoanRow>(loanSql.readAll, [customer])
  const instalments = await db.query<InstalmentRow>(loanSql.readAllInstalments, [customer])
  return rows.map((row) =>
    keptLoan(
      row,
      instalments.filter(({ loan_no }) => loan_no === row.loan_no),
    ),
  )
}

/** Locks loans in the order of their numbers, so that two who want the same ones never wait in a circle. */
export async function lockLoans(
  tx: Transaction,
  { customer, loanNos }: { readonly customer: CustomerNo; readonly loanNos: readonly string[] },
): Promise<KeptLoan[]> {
  const locked = loanNos.toSorted().map((loanNo) => lockLoan(tx, { customer, loanNo }))
  const loans = await Promise.all(locked)
  return loans.filter((kept) => kept !== undefined)
}

export async function lockLoan(
  tx: Transaction,
  { customer, loanNo }: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<KeptLoan | undefined> {
  const [[row], instalments] = await Promise.all([
    tx.prepared<LoanRow>(loanSql.lock, [customer, loanNo]),
    // Sent after the lock, so it sees what the one before us left.
    tx.prepared<InstalmentRow>(loanSql.readInstalments, [customer, loanNo]),
  ])
  return row && keptLoan(row, instalments)
}

export function insertLoan({
  customer,
  kept,
  openedAt,
}: {
  readonly customer: CustomerNo
  readonly kept: KeptLoan
  readonly openedAt: Date
}): Statement[] {
  const { loanNo, loan } = kept
  const terms = [...signed, ...changing].map(({ of }) => of(kept))
  return [
    { sql: loanSql.insert, values: [customer, openedAt, ...terms] },
    insertInstalments(loan.instalments, { customer, loanNo }),
  ]
}

/** Amounts that no instalment has are left to the table: most of a new loan's are. */
function insertInstalments(
  instalments: readonly Instalment[],
  { customer, loanNo }: { readonly customer: CustomerNo; readonly loanNo: string },
): Statement {
  const columns = ofInstalment.filter(({ of }) => instalments.some((one) => of(one) !== 0n))
  return {
    sql: loanSql.insertInstalments(columns),
    values: [customer, loanNo, ...instalmentValues(instalments, columns)],
  }
}

/** Writes what a step changed; instalments that stayed as they were are left alone. */
export function updateLoan({
  customer,
  before,
  after,
}: {
  readonly customer: CustomerNo
  readonly before: KeptLoan
  readonly after: KeptLoan
}): Statement[] {
  const { loanNo, loan } = after
  const changed = loan.instalments.filter((row, index) => row !== before.loan.instalments[index])
  const terms = {
    sql: loanSql.update,
    values: [customer, loanNo, ...changing.map(({ of }) => of(after))],
  }
  if (changed.length === 0) return [terms]
  return [
    terms,
    {
      sql: loanSql.updateInstalments,
      values: [customer, loanNo, ...instalmentValues(changed, ofInstalment)],
    },
  ]
}

/** Column by column, as the statements take them. */
function instalmentValues(
  instalments: readonly Instalment[],
  columns: readonly InstalmentColumn[],
): string[] {
  return columns.map(({ of }) => arrayOf(instalments.map(of)))
}
