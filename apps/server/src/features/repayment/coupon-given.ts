import { fen, type Money } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'

/** What a coupon has cost the lender in a loan, by the books. */
export async function couponGivenOf(
  db: Queryable,
  { customer, loanNo }: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<Money> {
  const [row] = await db.query<{ given: bigint }>(
    `SELECT coalesce(sum(CASE WHEN debit_account = 'coupon-cost' THEN amount_fen
                              ELSE -amount_fen END), 0)::bigint AS given
       FROM ledger_entries
      WHERE customer_no = $1 AND loan_no = $2
        AND (debit_account = 'coupon-cost' OR credit_account = 'coupon-cost')`,
    [customer, loanNo],
  )
  return fen(row?.given ?? 0n)
}
