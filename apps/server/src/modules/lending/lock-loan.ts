import type { CustomerNo } from '#customer-no.ts'
import type { Transaction } from '#database/database.ts'
import { Refused } from '#refused.ts'
import type { KeptLoan } from './loan-rows.ts'
import { lockLoan as lock } from './loan-store.ts'
import { isNumber } from './numbers.ts'

/** Another customer's loan is as unknown as one that never was. */
export async function lockLoan(
  tx: Transaction,
  { customer, loanNo }: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<KeptLoan> {
  const kept = isNumber(loanNo) ? await lock(tx, { customer, loanNo }) : undefined
  if (!kept) throw new Refused({ kind: 'loan-unknown' })
  return kept
}
