import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { customerNo, type CustomerNo } from '#platform/customer-no.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { BOOKED_UNTIL, KEPT_LOANS } from './accrual-sql.ts'

export type LoanName = { readonly customer: CustomerNo; readonly loanNo: string }

export type Failure = LoanName & { readonly day: LocalDate; readonly reason: string }

const REASON_LENGTH_MAX = 500

/** Lists a loan that could not be brought up to a day. */
export async function saveFailure(
  tx: Transaction,
  { customer, loanNo, day, reason }: Failure,
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO end_of_day_failures (customer_no, loan_no, business_date, reason, failed_at)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (customer_no, loan_no) DO UPDATE
       SET business_date = excluded.business_date, reason = excluded.reason,
           failed_at = excluded.failed_at`,
    [customer, loanNo, day, reason.slice(0, REASON_LENGTH_MAX), now],
  )
}

/** Takes loans off the list whose books are up to a day after all. */
export async function clearFailures(tx: Transaction, day: LocalDate): Promise<void> {
  await tx.query(
    `DELETE FROM end_of_day_failures AS failed
      WHERE EXISTS (SELECT FROM ${KEPT_LOANS}
                     WHERE customer_no = failed.customer_no AND loan_no = failed.loan_no
                       AND (${BOOKED_UNTIL} >= $1 OR is_settled))`,
    [day],
  )
}

export async function failures(db: Queryable): Promise<Failure[]> {
  const rows = await db.query<{
    customer_no: string
    loan_no: string
    business_date: LocalDate
    reason: string
  }>(
    `SELECT customer_no, loan_no, business_date, reason FROM end_of_day_failures
      ORDER BY customer_no, loan_no`,
  )
  return rows.map((row) => ({
    customer: customerNo(row.customer_no),
    loanNo: row.loan_no,
    day: row.business_date,
    reason: row.reason,
  }))
}
