import { localDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { CustomerNo } from '#customer-no.ts'
import type { Queryable } from '#database/database.ts'

/** A card on file; without a day it is valid for life. */
export type IdCard = { readonly expiresOn: LocalDate | undefined }

export async function findIdCard(db: Queryable, customer: CustomerNo): Promise<IdCard | undefined> {
  const [row] = await db.query<{ expires_on: string | null }>(
    `SELECT expires_on FROM id_cards WHERE customer_no = $1`,
    [customer],
  )
  return row && { expiresOn: row.expires_on === null ? undefined : localDate(row.expires_on) }
}
