import { randomUUID } from 'node:crypto'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { placeIn } from '#platform/database/sealed-columns.ts'
import type { Services } from '#platform/services.ts'

export type UsedEmail = { readonly emailNo: string; readonly address: string }

/** More than that nobody chooses from; the oldest are forgotten. */
const KEPT_MAX = 5

/** The addresses something was sent to, the latest first. */
export async function listEmails(
  db: Queryable,
  { vault }: Pick<Services, 'vault'>,
  customer: CustomerNo,
): Promise<readonly UsedEmail[]> {
  const rows = await db.query<{ email_no: string; address_sealed: Buffer; address_index: Buffer }>(
    `SELECT email_no, address_sealed, address_index FROM customer_emails
      WHERE customer_no = $1 ORDER BY used_at DESC, email_no LIMIT $2`,
    [customer, KEPT_MAX],
  )
  return rows.map((row) => {
    const place = placeIn('customer_emails', customer, row.address_index)
    return {
      emailNo: row.email_no,
      address: vault.open(row.address_sealed, place('address_sealed')),
    }
  })
}

/** Used again, it is the latest again. */
export async function saveEmail(
  tx: Transaction,
  { vault, now }: Pick<Services, 'vault' | 'now'>,
  { customer, address }: { readonly customer: CustomerNo; readonly address: string },
): Promise<void> {
  const index = vault.index('email', address.toLowerCase())
  const place = placeIn('customer_emails', customer, index)
  await tx.query(
    `INSERT INTO customer_emails (customer_no, email_no, address_sealed, address_index, used_at)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (customer_no, address_index) DO UPDATE SET
       address_sealed = excluded.address_sealed, used_at = excluded.used_at`,
    [customer, randomUUID(), vault.seal(address, place('address_sealed')), index, now()],
  )
  await tx.query(
    `DELETE FROM customer_emails WHERE customer_no = $1 AND email_no NOT IN (
       SELECT email_no FROM customer_emails
        WHERE customer_no = $1 ORDER BY used_at DESC, email_no LIMIT $2)`,
    [customer, KEPT_MAX],
  )
}
