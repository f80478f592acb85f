import type { PartName, Parts } from '@qingzhou/domain/loans/loan'
import { fen } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'

/** What waivers gave up of a loan by the books; what a coupon gave up is not in it. */
export async function givenUpOf(
  db: Queryable,
  { customer, loanNo }: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<Parts> {
  const [row] = await db.query<Record<`${PartName}_fen`, bigint>>(
    `SELECT coalesce(-sum(fee_fen), 0)::bigint AS fee_fen,
            coalesce(-sum(penalty_fen), 0)::bigint AS penalty_fen,
            coalesce(-sum(interest_fen), 0)::bigint AS interest_fen,
            coalesce(-sum(principal_fen), 0)::bigint AS principal_fen
       FROM ledger_moves WHERE customer_no = $1 AND loan_no = $2 AND against = 'waived'`,
    [customer, loanNo],
  )
  return {
    fee: fen(row?.fee_fen ?? 0n),
    penalty: fen(row?.penalty_fen ?? 0n),
    interest: fen(row?.interest_fen ?? 0n),
    principal: fen(row?.principal_fen ?? 0n),
  }
}
