import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import type { Statement } from '#platform/database/statement.ts'
import { changing, planColumnOf, planned, signed } from './loan-columns.ts'
import { keptLoan, type LoanRecord, type LoanRow } from './loan-rows.ts'
import { loanSql } from './loan-sql.ts'

export async function readLoans(db: Queryable, customer: CustomerNo): Promise<LoanRecord[]> {
  const rows = await db.query<LoanRow>(loanSql.readAll, [customer])
  return rows.map(keptLoan)
}

/** Locks loans in the order of their numbers, so that two who want the same ones never wait in a circle. */
export async function lockLoans(
  tx: Transaction,
  { customer, loanNos }: { readonly customer: CustomerNo; readonly loanNos: readonly string[] },
): Promise<LoanRecord[]> {
  const locked = loanNos.toSorted().map((loanNo) => lockLoan(tx, { customer, loanNo }))
  const loans = await Promise.all(locked)
  return loans.filter((kept) => kept !== undefined)
}

export async function lockLoan(
  tx: Transaction,
  { customer, loanNo }: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<LoanRecord | undefined> {
  const [row] = await tx.prepared<LoanRow>(loanSql.lock, [customer, loanNo])
  return row && keptLoan(row)
}

export function insertLoan({
  customer,
  kept,
  openedAt,
}: {
  readonly customer: CustomerNo
  readonly kept: LoanRecord
  readonly openedAt: Date
}): Statement {
  const terms = [...signed, ...changing].map(({ of }) => of(kept))
  return {
    sql: loanSql.insert,
    values: [customer, openedAt.toISOString(), ...terms, ...planOf(kept)],
  }
}

/** Writes what a step may have changed. */
export function updateLoan({
  customer,
  after,
}: {
  readonly customer: CustomerNo
  readonly after: LoanRecord
}): Statement {
  const terms = changing.map(({ of }) => of(after))
  return { sql: loanSql.update, values: [customer, after.loanNo, ...terms, ...planOf(after)] }
}

function planOf({ loan: { instalments } }: LoanRecord): (string | null)[] {
  return planned.map((column) => planColumnOf(column, instalments))
}
