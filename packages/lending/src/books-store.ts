import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import type { RecordedAct } from './recorded-acts.ts'
import { parseCanonicalJson } from '@qingzhou/platform/canonical-json'
import { hash } from 'node:crypto'
import type { Statement } from '@qingzhou/platform/database/pipeline/statement'
import {
  LIMIT_COLUMNS,
  limitOf,
  type Head,
  type LimitRecord,
  type LimitRow,
} from './limits/limit-store.ts'

type ActRow = {
  act: string
  request_no: string
  request: string
  answer: string
  day: LocalDate
}

/**
 * The recorded use cases of a customer, in order. One that waited for the lock counts for the day
 * that the loan's ledger had reached by then, which its ledger rows or its answer contain.
 */
export async function readActs(db: Queryable, customer: CustomerNo): Promise<RecordedAct[]> {
  const rows = await db.query<ActRow>(
    `SELECT act, request_no, request, answer, greatest(audit_log.business_date, posted_on) AS day
       FROM audit_log
       LEFT JOIN (SELECT transaction_no AS request_no, max(business_date) AS posted_on
                    FROM ledger_postings WHERE customer_no = $1
                   GROUP BY transaction_no) AS posted USING (request_no)
      WHERE audit_log.customer_no = $1
      ORDER BY audit_no`,
    [customer],
  )
  return rows.map((row) => {
    const answer = parseCanonicalJson(row.answer)
    const { bookedOn = row.day } = answer as { bookedOn?: LocalDate }
    const day = bookedOn > row.day ? bookedOn : row.day
    return {
      name: row.act,
      requestNo: row.request_no,
      asked: parseCanonicalJson(row.request),
      answer,
      day,
    }
  })
}

const noHead: Head = { auditNo: 0n, hash: Buffer.alloc(0) }

type Entry = {
  readonly customer: CustomerNo
  readonly requestNo: string
  readonly actor: string
  readonly name: string
  /** JSON, stored verbatim. */
  readonly asked: string
  readonly answer: string
  readonly today: LocalDate
  readonly at: Date
}

/**
 * The head after another row. Its hash covers the row and, through the previous hash, all rows
 * before it.
 */
export function nextHead(head: Head, entry: Entry): Head {
  const auditNo = head.auditNo + 1n
  const { customer, name, requestNo, today, at, asked, answer, actor } = entry
  // The actor comes last, because no field before it can contain a line break. The view
  // audit_log_faults computes the same hash.
  const text = [auditNo, customer, name, requestNo, today, at.getTime(), asked, answer, actor]
  const covered = Buffer.concat([head.hash, Buffer.from(text.join('\n'))])
  return { auditNo, hash: hash('sha256', covered, 'buffer') }
}

/** The row that records the use case and its answer, which a repeated request gets again. */
export function auditRow(entry: Entry, heads: { before: Head; after: Head }): Statement {
  const { customer, requestNo, actor, name, asked, answer, today, at } = entry
  const { before, after } = heads
  return {
    sql: `INSERT INTO audit_log (customer_no, request_no, audit_no, act, actor, business_date,
                                 done_at, request, answer, previous_hash, hash)
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

/** The request and the answer recorded under the same request number. */
type Earlier = { readonly act: string; readonly asked: string; readonly answer: string }

type LockedBooks = {
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
 * Locks the books of a customer for this transaction. A transaction that had to wait reads the
 * current limit, but the other tables as of the start of the statement.
 */
const LOCK = `
  SELECT ${LIMIT_COLUMNS.map((name) => `limits.${name}`).join(', ')}, limits.audit_no, audit_hash,
         business_date.business_date, act, request AS asked, answer,
         (SELECT seen.audit_no FROM limits AS seen WHERE seen.customer_no = $1) AS seen_audit_no
    FROM limits
   CROSS JOIN business_date
    LEFT JOIN audit_log ON audit_log.customer_no = $1 AND audit_log.request_no = $2
   WHERE limits.customer_no = $1
     FOR UPDATE OF limits`

const EARLIER = `
  SELECT act, request AS asked, answer FROM audit_log WHERE customer_no = $1 AND request_no = $2`

export async function lockBooks(
  tx: Transaction,
  { customer, requestNo }: Key,
): Promise<LockedBooks> {
  const key = [customer, requestNo]
  const [row] = await tx.prepared<BooksRow>(LOCK, key)
  if (row) return booksOf(tx, row, key)

  // A new customer has no row to lock, so concurrent first requests are serialised by an advisory
  // lock.
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
  if (!row) throw new Error('no business date: the books are not open')
  return row.business_date
}

/**
 * Locks a customer's books until the transaction ends: no other use case can change the loans read
 * after this.
 */
export async function lockCustomerBooks(tx: Transaction, customer: CustomerNo): Promise<void> {
  await tx.query('SELECT FROM limits WHERE customer_no = $1 FOR UPDATE', [customer])
}

/**
 * Locks a loan row until the transaction ends, so that no payment for it can start: a payment order
 * locks its loans, not the books. Check for payments in progress after this.
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

/** The version of a limit: how often its state or its amount was changed. */
export async function readLimitVersion(db: Queryable, customer: CustomerNo): Promise<number> {
  const [row] = await db.query<{ version: number }>(
    'SELECT version FROM limits WHERE customer_no = $1',
    [customer],
  )
  return row?.version ?? 0
}

/** The versions of loans, in the order of their numbers: how often each was changed. An accrual changes nothing. */
export async function readLoanVersions(
  db: Queryable,
  loanNos: readonly string[],
): Promise<number[]> {
  const rows = await db.query<{ version: number }>(
    'SELECT version FROM loans WHERE loan_no = ANY($1) ORDER BY loan_no',
    [loanNos],
  )
  return rows.map(({ version }) => version)
}

/** The loans that the order of a payment paid. */
export async function listLoansOfPayment(
  db: Queryable,
  { customer, paymentNo }: { readonly customer: CustomerNo; readonly paymentNo: string },
): Promise<string[]> {
  const rows = await db.query<{ loan_no: string }>(
    `SELECT DISTINCT loan_no FROM payments
      WHERE customer_no = $1
        AND regexp_replace(payment_no, '-\\d+$', '') = regexp_replace($2, '-\\d+$', '')`,
    [customer, paymentNo],
  )
  return rows.map(({ loan_no: loanNo }) => loanNo)
}

/** The version of a customer's books: the number of acts on the limit and the loans so far. */
export async function readBooksVersion(db: Queryable, customer: CustomerNo): Promise<number> {
  const [row] = await db.query<{ audit_no: bigint }>(
    'SELECT audit_no FROM limits WHERE customer_no = $1',
    [customer],
  )
  return Number(row?.audit_no ?? 0n)
}
