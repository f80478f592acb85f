import { hash } from 'node:crypto'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Statement } from '#platform/database/statement.ts'
import { LIMIT_COLUMNS, limitOf, type LimitRecord, type LimitRow } from './limits/limit-store.ts'

/** The last row of a customer's log. */
export type Head = { readonly auditNo: bigint; readonly hash: Buffer }

export const noHead: Head = { auditNo: 0n, hash: Buffer.alloc(0) }

type Entry = {
  readonly customer: CustomerNo
  readonly requestNo: string
  readonly actor: string
  readonly name: string
  /** JSON, kept to the letter. */
  readonly asked: string
  readonly answer: string
  readonly today: LocalDate
  readonly at: Date
}

/** The head after one more row: its hash covers the row and all rows before it. */
export function nextHead(head: Head, entry: Entry): Head {
  const auditNo = head.auditNo + 1n
  const { customer, name, requestNo, today, at, asked, answer, actor } = entry
  // The actor comes last: nothing before it can hold a line break. The view broken_audit says the same.
  const text = [auditNo, customer, name, requestNo, today, at.getTime(), asked, answer, actor]
  const covered = Buffer.concat([head.hash, Buffer.from(text.join('\n'))])
  return { auditNo, hash: hash('sha256', covered, 'buffer') }
}

/** The row that says what was done, and keeps the answer for whoever asks again. */
export function auditRow(entry: Entry, heads: { before: Head; after: Head }): Statement {
  const { customer, requestNo, actor, name, asked, answer, today, at } = entry
  const { before, after } = heads
  return {
    sql: `INSERT INTO audit_log (customer_no, request_no, audit_no, act, actor, business_date,
                                 done_at, asked, answer, previous_hash, hash)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      customer,
      requestNo,
      after.auditNo,
      name,
      actor,
      today,
      at.toISOString(),
      asked,
      answer,
      before.hash,
      after.hash,
    ],
  }
}

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
