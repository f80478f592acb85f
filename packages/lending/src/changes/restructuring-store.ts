import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Statement } from '@qingzhou/platform/database/pipeline/statement'

type LoanName = { readonly customer: CustomerNo; readonly loanNo: string }

/** Records that a loan was restructured. Twice on one day counts once. [X2] */
export function insertRestructuring({
  customer,
  loanNo,
  day,
}: LoanName & { readonly day: LocalDate }): Statement {
  return {
    sql: `INSERT INTO restructurings (customer_no, loan_no, restructured_on) VALUES ($1, $2, $3)
          ON CONFLICT DO NOTHING`,
    values: [customer, loanNo, day],
  }
}

/** A loan takes over the restructurings of another one. [X2] */
export function copyRestructurings({
  customer,
  loanNo,
  from,
}: LoanName & { readonly from: string }): Statement {
  return {
    sql: `INSERT INTO restructurings (customer_no, loan_no, restructured_on)
          SELECT customer_no, $2, restructured_on FROM restructurings
           WHERE customer_no = $1 AND loan_no = $3`,
    values: [customer, loanNo, from],
  }
}
