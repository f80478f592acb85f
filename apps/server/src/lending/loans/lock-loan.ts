import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import { Refused } from '#platform/refused.ts'
import type { LoanRecord } from './loan-rows.ts'
import { lockLoan as lock } from './loan-store.ts'
import { isNumber } from '#lending/numbers.ts'

/** Returns the same refusal for another customer's loan as for a missing one. */
export async function lockLoan(
  tx: Transaction,
  { customer, loanNo }: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<LoanRecord> {
  const kept = isNumber(loanNo) ? await lock(tx, { customer, loanNo }) : undefined
  if (!kept) throw new Refused({ kind: 'loan-unknown' })
  return kept
}
