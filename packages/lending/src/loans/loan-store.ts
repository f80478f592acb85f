import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { OpenLoan } from '@qingzhou/domain/draws/draw-request'
import type { Origin } from '@qingzhou/domain/loans/loan'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import type { Statement } from '@qingzhou/platform/database/pipeline/statement'
import { isNumber } from '#numbers.ts'
import { Refused } from '@qingzhou/platform/refused'
import { changing, signed } from './loan-columns.ts'
import type { LoanRecord, LoanRow } from './loan-rows.ts'
import { loanRecordOf } from './loan-rows.ts'

const columns = [...signed, ...changing]
const CHANGED = namesOf(changing)

// The end of day posts accruals without updating the loan row.
const COLUMNS = `${prefixColumns(columns.filter(isRead))},
  greatest(loans.booked_until, accrued_until) AS booked_until`

const inserted = columns.map((_, index) => `$${index + 3}`)
const updated = changing.map((_, index) => `$${index + 3}`)

/** The SQL statements about loans, which share the column lists. */
const loanSql = {
  readAll: `
    SELECT ${COLUMNS} FROM loans LEFT JOIN loan_balances USING (customer_no, loan_no)
     WHERE loans.customer_no = $1 ORDER BY loans.loan_no`,
  readOpen: `
    SELECT ${COLUMNS} FROM loans LEFT JOIN loan_balances USING (customer_no, loan_no)
     WHERE loans.customer_no = $1 AND NOT is_settled ORDER BY loans.loan_no`,
  lock: `
    SELECT ${COLUMNS}
      FROM loans
      JOIN loan_balances ON loan_balances.customer_no = $1 AND loan_balances.loan_no = $2
     WHERE loans.customer_no = $1 AND loans.loan_no = $2
       FOR UPDATE OF loans, loan_balances`,
  insert: `
    INSERT INTO loans (customer_no, opened_at, ${namesOf(columns)})
    VALUES ($1, $2, ${inserted.join(', ')})`,
  update: `
    UPDATE loans SET (${CHANGED}, version) = (${updated.join(', ')}, version + 1)
     WHERE customer_no = $1 AND loan_no = $2`,
}

/** Whether a column is read back. Derived columns are for SQL only. */
function isRead({ name }: { readonly name: string }): boolean {
  return !['is_settled', 'first_open', 'next_due_on', 'booked_until'].includes(name)
}

function namesOf(columns: readonly { readonly name: string }[]): string {
  return columns.map(({ name }) => name).join(', ')
}

function prefixColumns(columns: readonly { readonly name: string }[]): string {
  return columns.map(({ name }) => `loans.${name}`).join(', ')
}

export async function readLoans(db: Queryable, customer: CustomerNo): Promise<LoanRecord[]> {
  const rows = await db.query<LoanRow>(loanSql.readAll, [customer])
  return rows.map(loanRecordOf)
}

export async function readOpenLoans(db: Queryable, customer: CustomerNo): Promise<LoanRecord[]> {
  const rows = await db.query<LoanRow>(loanSql.readOpen, [customer])
  return rows.map(loanRecordOf)
}

/** Of the unsettled loans, only what a draw depends on: a loan has many columns. */
export async function readLoansOfDrawer(db: Queryable, customer: CustomerNo): Promise<OpenLoan[]> {
  const rows = await db.query<{ origin: Origin; next_due_on: LocalDate | null }>(
    `SELECT origin, next_due_on FROM loans WHERE customer_no = $1 AND NOT is_settled`,
    [customer],
  )
  return rows.map((row) => ({ origin: row.origin, nextDueDate: row.next_due_on ?? undefined }))
}

/** Locks loans in the order of their numbers, so that concurrent transactions cannot deadlock. */
export async function lockLoans(
  tx: Transaction,
  { customer, loanNos }: { readonly customer: CustomerNo; readonly loanNos: readonly string[] },
): Promise<LoanRecord[]> {
  const locked = loanNos.toSorted().map((loanNo) => findLocked(tx, { customer, loanNo }))
  const loans = await Promise.all(locked)
  return loans.filter((record) => record !== undefined)
}

/** Returns the same refusal for another customer's loan as for a missing one. */
export async function lockLoan(
  tx: Transaction,
  { customer, loanNo }: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<LoanRecord> {
  const found = isNumber(loanNo) ? await findLocked(tx, { customer, loanNo }) : undefined
  if (!found) throw new Refused({ kind: 'loan-unknown' })
  return found
}

async function findLocked(
  tx: Transaction,
  { customer, loanNo }: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<LoanRecord | undefined> {
  const [row] = await tx.prepared<LoanRow>(loanSql.lock, [customer, loanNo])
  return row && loanRecordOf(row)
}

export function insertLoan({
  customer,
  record,
  openedAt,
}: {
  readonly customer: CustomerNo
  readonly record: LoanRecord
  readonly openedAt: Date
}): Statement {
  const values = columns.map(({ of }) => of(record))
  return { sql: loanSql.insert, values: [customer, openedAt.toISOString(), ...values] }
}

/** Updates the columns that an event may change. */
export function updateLoan({
  customer,
  record,
}: {
  readonly customer: CustomerNo
  readonly record: LoanRecord
}): Statement {
  const values = changing.map(({ of }) => of(record))
  return { sql: loanSql.update, values: [customer, record.loanNo, ...values] }
}
