import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'

/** Whether a customer has ever submitted an application, whatever came of it. */
export async function hasSubmitted(db: Queryable, customer: CustomerNo): Promise<boolean> {
  const [row] = await db.query<{ has_submitted: boolean }>(
    `SELECT EXISTS (
       SELECT FROM applications
        WHERE customer_no = $1 AND step IN ('underReview', 'notGranted', 'limit')) AS has_submitted`,
    [customer],
  )
  return row?.has_submitted ?? false
}
