import type { PlanDetail } from '@qingzhou/contract/restructure'
import { fen } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import type { BillConversionRecord } from '#features/restructure/bill-conversion/second-store.ts'

/** What a new loan took over: a bill that was spread, or loans, each with what it owed that day. */
export async function takenOver(
  db: Queryable,
  asked: {
    readonly customer: CustomerNo
    readonly loanNo: string
    readonly seconds: readonly BillConversionRecord[]
  },
): Promise<PlanDetail['from']> {
  const { customer, loanNo } = asked
  const second = asked.seconds.find((one) => one.loanNo === loanNo)
  if (second) return [{ loanNo: second.fromLoanNo, amount: second.amount, n: second.n }]

  // A loan may have had a bill spread before it was joined: the last one closed it.
  const rows = await db.query<{ loan_no: string; amount_fen: bigint }>(
    `SELECT DISTINCT ON (loan_no) loan_no, payments.amount_fen
       FROM payments JOIN loans USING (customer_no, loan_no)
      WHERE customer_no = $1 AND joined_into = $2 AND payments.kind = 'conversion'
      ORDER BY loan_no, received_at DESC`,
    [customer, loanNo],
  )
  return rows.map((row) => ({ loanNo: row.loan_no, amount: fen(row.amount_fen) }))
}
