import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Database, Queryable } from '#platform/database/database.ts'

/** The day the books are on. */
export async function readBusinessDate(db: Queryable): Promise<LocalDate> {
  const [row] = await db.query<{ business_date: LocalDate }>(
    'SELECT business_date FROM business_date',
  )
  if (!row) throw new Error('the books have no business date yet')
  return row.business_date
}

/** The calendar day in Shanghai by the clock of the database, which all servers share. */
export async function readCalendarDay(db: Queryable): Promise<LocalDate> {
  const [row] = await db.query<{ day: LocalDate }>('SELECT shanghai_date() AS day')
  if (!row) throw new Error('the database did not tell its date')
  return row.day
}

/** Opens the books at the first start, on the calendar day; from then on only the end of day moves them. */
export async function startBusinessDate(db: Queryable): Promise<void> {
  await db.query(
    'INSERT INTO business_date (business_date) VALUES (shanghai_date()) ON CONFLICT DO NOTHING',
  )
}

/**
 * Permits the business date to go beyond the calendar, up to a day. Only the owner of the schema may;
 * the row stays as the record of who did it and why.
 */
export async function permitBusinessDate(
  owner: Database,
  permit: { readonly until: LocalDate; readonly reason: string },
): Promise<void> {
  await owner.query('INSERT INTO business_date_permits (until, reason) VALUES ($1, $2)', [
    permit.until,
    permit.reason,
  ])
}
