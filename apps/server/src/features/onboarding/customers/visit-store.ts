import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'

/**
 * Notes that somebody was here: who does not come back is forgotten one day. That day may be now, at
 * this very moment: then nobody is signed in, and the phone registers anew at the next try.
 */
export async function noteVisit(
  tx: Transaction,
  { today }: Pick<Services, 'today'>,
  customer: CustomerNo,
): Promise<void> {
  const noted = await tx.query(
    `WITH known AS (SELECT customer_no FROM customers WHERE customer_no = $1 FOR KEY SHARE)
     INSERT INTO last_visits (customer_no, visited_on) SELECT customer_no, $2 FROM known
     ON CONFLICT (customer_no) DO UPDATE SET visited_on = excluded.visited_on
     RETURNING customer_no`,
    [customer, today()],
  )
  if (noted.length === 0) throw new Refused({ kind: 'outside-unavailable' })
}
