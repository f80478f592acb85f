import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import { noHead, type Head } from './audit-store.ts'
import { LIMIT_COLUMNS, limitOf, type LimitRecord, type LimitRow } from './limits/limit-store.ts'

type Key = { readonly customer: CustomerNo; readonly requestNo: string }

/** What the same number was asked and answered before. */
type Earlier = { readonly act: string; readonly asked: string; readonly answer: string }

export type LockedBooks = {
  readonly today: LocalDate
  readonly limit: LimitRecord | undefined
  readonly head: Head
  readonly earlier: Earlier | undefined
}

type BooksRow = LimitRow & {
  business_date: LocalDate
  audit_no: bigint
  audit_hash: Buffer
  seen_audit_no: bigint
  act: string | null
  asked: string | null
  answer: string | null
}

/**
 * Takes the books of a customer for this transaction; whoever else wants them waits.
 *
 * Who has waited gets the limit as the other left it, but the rest as it was when the question came.
 */
const LOCK = `
  SELECT ${LIMIT_COLUMNS.map((name) => `limits.${name}`).join(', ')}, limits.audit_no, audit_hash,
         business_date.business_date, act, asked, answer,
         (SELECT seen.audit_no FROM limits AS seen WHERE seen.customer_no = $1) AS seen_audit_no
    FROM limits
   CROSS JOIN business_date
    LEFT JOIN audit_log ON audit_log.customer_no = $1 AND audit_log.request_no = $2
   WHERE limits.customer_no = $1
     FOR UPDATE OF limits`

const EARLIER = `
  SELECT act, asked, answer FROM audit_log WHERE customer_no = $1 AND request_no = $2`

export async function lockBooks(
  tx: Transaction,
  { customer, requestNo }: Key,
): Promise<LockedBooks> {
  const key = [customer, requestNo]
  const [row] = await tx.prepared<BooksRow>(LOCK, key)
  if (row) return booksOf(tx, row, key)

  // Somebody new has no row to wait at: of two who come at once, the second waits here.
  await tx.prepared('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [customer])
  const [opened] = await tx.prepared<BooksRow>(LOCK, key)
  if (opened) return booksOf(tx, opened, key)
  return { today: await dayOf(tx), limit: undefined, head: noHead, earlier: undefined }
}

async function booksOf(
  tx: Transaction,
  row: BooksRow,
  key: readonly unknown[],
): Promise<LockedBooks> {
  const { act, asked, answer } = row
  const seen =
    act === null || asked === null || answer === null ? undefined : { act, asked, answer }
  const hasWaited = row.seen_audit_no !== row.audit_no
  const [found] = hasWaited ? await tx.prepared<Earlier>(EARLIER, key) : [seen]
  return {
    today: row.business_date,
    limit: limitOf(row),
    head: { auditNo: row.audit_no, hash: row.audit_hash },
    earlier: found,
  }
}

async function dayOf(tx: Transaction): Promise<LocalDate> {
  const [row] = await tx.prepared<{ business_date: LocalDate }>(
    'SELECT business_date FROM business_date',
  )
  if (!row) throw new Error('the books have no business date yet')
  return row.business_date
}

/**
 * Keeps everybody else's acts on a customer's books out until the transaction ends: what is read of their
 * loans after this is what the next act finds.
 */
export async function lockCustomerBooks(tx: Transaction, customer: CustomerNo): Promise<void> {
  await tx.query('SELECT FROM limits WHERE customer_no = $1 FOR UPDATE', [customer])
}

/**
 * Keeps money from setting out for a loan until the transaction ends, as an order that is let run holds
 * its loans and not the books. Whether some is on its way already is to be asked after this.
 */
export async function lockLoanRow(
  tx: Transaction,
  { customer, loanNo }: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<void> {
  await tx.query('SELECT FROM loans WHERE customer_no = $1 AND loan_no = $2 FOR UPDATE', [
    customer,
    loanNo,
  ])
}
