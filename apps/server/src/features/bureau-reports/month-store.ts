import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Queryable } from '@qingzhou/platform/database/database'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { LoanKey } from './event-store.ts'

/** Only who has signed that the bureau may be told is reported. [law bureau-authorisation] */
const IS_AUTHORISED = `EXISTS (SELECT FROM signed_agreements
                                WHERE signed_agreements.customer_no = loans.customer_no
                                  AND code = 'bureau-authorisation')`

/** The next customers with a loan that had begun by a day, in the order of their numbers. */
export async function listReportedCustomers(
  db: Queryable,
  {
    month,
    after,
    count,
  }: { readonly month: LocalDate; readonly after: string; readonly count: number },
): Promise<readonly CustomerNo[]> {
  const rows = await db.query<{ customer_no: string }>(
    `SELECT DISTINCT customer_no FROM loans
      WHERE customer_no > $2 AND start_on <= $1 AND ${IS_AUTHORISED}
      ORDER BY customer_no LIMIT $3`,
    [month, after, count],
  )
  return rows.map((row) => customerNo(row.customer_no))
}

/** The next overdue loans whose borrower has not been told yet. */
export async function listLateLoans(
  db: Queryable,
  {
    date,
    after,
    count,
  }: {
    readonly date: LocalDate
    readonly after: { readonly customer: string; readonly loanNo: string }
    readonly count: number
  },
): Promise<readonly LoanKey[]> {
  const rows = await db.query<{ customer_no: string; loan_no: string }>(
    `SELECT customer_no, loan_no FROM loans
      WHERE NOT is_settled AND next_due_on < $1 AND (customer_no, loan_no) > ($2, $3)
        AND NOT EXISTS (SELECT FROM bureau_notices
                         WHERE bureau_notices.customer_no = loans.customer_no
                           AND bureau_notices.loan_no = loans.loan_no)
        AND ${IS_AUTHORISED}
      ORDER BY customer_no, loan_no LIMIT $4`,
    [date, after.customer, after.loanNo, count],
  )
  return rows.map((row) => ({ customer: customerNo(row.customer_no), loanNo: row.loan_no }))
}

/** What was done with the loans of a customer that a month has to know. */
export type LateActs = {
  /** Something was done after the month. */
  readonly isAfterMonth: boolean
  /** Since the month before, a payment was taken back or booked for a day that had passed. */
  readonly isPastChanged: boolean
}

export async function readLateActs(
  db: Queryable,
  {
    customer,
    month,
    since,
  }: { readonly customer: CustomerNo; readonly month: LocalDate; readonly since: LocalDate },
): Promise<LateActs> {
  const [row] = await db.query<{ is_after: boolean | null; is_changed: boolean | null }>(
    `SELECT bool_or(business_date > $2) AS is_after,
            bool_or(act IN ('reverse-payment', 'book-past-payment')) AS is_changed
       FROM audit_log WHERE customer_no = $1 AND business_date > $3`,
    [customer, month, since],
  )
  return { isAfterMonth: row?.is_after === true, isPastChanged: row?.is_changed === true }
}

/** The last day by then on which something was posted to a loan. */
export async function readLastPosting(
  db: Queryable,
  { customer, loanNo, until }: LoanKey & { readonly until: LocalDate },
): Promise<LocalDate | undefined> {
  const [row] = await db.query<{ posted_on: LocalDate | null }>(
    `SELECT max(business_date) AS posted_on FROM ledger_postings
      WHERE customer_no = $1 AND loan_no = $2 AND business_date <= $3
        AND (fee_fen, penalty_fen, interest_fen, principal_fen) <> (0, 0, 0, 0)`,
    [customer, loanNo, until],
  )
  return row?.posted_on ?? undefined
}

/** The events of the month are complete. */
export async function markRecorded(
  db: Queryable,
  { month, at }: { readonly month: LocalDate; readonly at: Date },
): Promise<void> {
  await db.query(
    'INSERT INTO bureau_months (month, recorded_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [month, at],
  )
}

export async function findNotice(
  db: Queryable,
  { customer, loanNo }: LoanKey,
): Promise<LocalDate | undefined> {
  const [row] = await db.query<{ noticed_on: LocalDate }>(
    'SELECT noticed_on FROM bureau_notices WHERE customer_no = $1 AND loan_no = $2',
    [customer, loanNo],
  )
  return row?.noticed_on
}

export async function insertNotice(
  db: Queryable,
  {
    customer,
    loanNo,
    on,
    messageNo,
  }: LoanKey & { readonly on: LocalDate; readonly messageNo: string },
): Promise<void> {
  await db.query(
    `INSERT INTO bureau_notices (customer_no, loan_no, noticed_on, message_no) VALUES ($1, $2, $3, $4)`,
    [customer, loanNo, on, messageNo],
  )
}
