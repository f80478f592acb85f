import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { reasonsWithout } from '#features/blocks/index.ts'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'

/** Pagination key of a loan. */
export type Place = { readonly customer: string; readonly loanNo: string }

/** The next loans with an amount due by a day, in key order. */
export async function dueLoans(
  db: Queryable,
  {
    date,
    after,
    count,
  }: { readonly date: LocalDate; readonly after: Place; readonly count: number },
): Promise<readonly { readonly customer: CustomerNo; readonly loanNo: string }[]> {
  const rows = await db.query<{ customer_no: string; loan_no: string }>(
    `SELECT customer_no, loan_no FROM loans
      WHERE NOT is_settled AND next_due_on <= $1 AND (customer_no, loan_no) > ($2, $3)
        AND NOT EXISTS (SELECT FROM customer_blocks
                         WHERE customer_blocks.customer_no = loans.customer_no
                           AND ended_at IS NULL AND reason = ANY ($5::text[]))
      ORDER BY customer_no, loan_no LIMIT $4`,
    [date, after.customer, after.loanNo, count, reasonsWithout('debits')],
  )
  return rows.map((row) => ({ customer: customerNo(row.customer_no), loanNo: row.loan_no }))
}

/** The next customers with a loan whose oldest open instalment is due on one of the dates. */
export async function customersDueOn(
  db: Queryable,
  {
    dates,
    after,
    count,
  }: { readonly dates: readonly LocalDate[]; readonly after: string; readonly count: number },
): Promise<readonly CustomerNo[]> {
  const rows = await db.query<{ customer_no: string }>(
    `SELECT DISTINCT customer_no FROM loans
      WHERE NOT is_settled AND next_due_on = ANY ($1::date[]) AND customer_no > $2
        AND NOT EXISTS (SELECT FROM customer_blocks
                         WHERE customer_blocks.customer_no = loans.customer_no
                           AND ended_at IS NULL AND reason = ANY ($4::text[]))
      ORDER BY customer_no LIMIT $3`,
    [dates, after, count, reasonsWithout('reminders')],
  )
  return rows.map((row) => customerNo(row.customer_no))
}
