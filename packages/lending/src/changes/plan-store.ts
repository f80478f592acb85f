import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'

/**
 * The next consolidation plans that are overdue on a day and not yet defaulted, ordered by customer
 * and loan number.
 */
export async function latePlans(
  db: Queryable,
  slice: {
    readonly date: LocalDate
    readonly after: { readonly customer: string; readonly loanNo: string }
    readonly count: number
  },
): Promise<readonly { readonly customer: CustomerNo; readonly loanNo: string }[]> {
  const { date, after, count } = slice
  const rows = await db.query<{ customer_no: string; loan_no: string }>(
    `SELECT customer_no, loan_no FROM loans
      WHERE origin = 'consolidation-plan' AND NOT is_settled AND defaulted_on IS NULL
        AND next_due_on < $1 AND (customer_no, loan_no) > ($2, $3)
      ORDER BY customer_no, loan_no LIMIT $4`,
    [date, after.customer, after.loanNo, count],
  )
  return rows.map((row) => ({ customer: customerNo(row.customer_no), loanNo: row.loan_no }))
}
