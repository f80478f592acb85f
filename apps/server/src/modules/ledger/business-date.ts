import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Queryable } from '#database/database.ts'

/** The day the books are on. */
export async function readBusinessDate(db: Queryable): Promise<LocalDate> {
  const [row] = await db.query<{ business_date: LocalDate }>(
    'SELECT business_date FROM business_date',
  )
  if (!row) throw new Error('the books have no business date yet')
  return row.business_date
}

/** The books start on the day of the first start; from then on only the end of day moves them. */
export async function startBusinessDate(db: Queryable, today: LocalDate): Promise<void> {
  await db.query('INSERT INTO business_date (business_date) VALUES ($1) ON CONFLICT DO NOTHING', [
    today,
  ])
}
