import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import { findLoanApplication } from './loan-application-store.ts'

/** Whether a face check is wanted for this draw: nobody checks faces for nothing. */
export async function drawAwaitsFace(
  db: Queryable,
  { customer, businessNo }: { readonly customer: CustomerNo; readonly businessNo: string },
): Promise<boolean> {
  const application = await findLoanApplication(db, { customer, loanSeqNo: businessNo })
  return application?.state === 'verifying' && application.needsFace
}
