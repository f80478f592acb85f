import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Database, Queryable } from '@qingzhou/platform/database/database'

/** The current business date. */
export async function readBusinessDate(db: Queryable): Promise<LocalDate> {
  const [row] = await db.query<{ business_date: LocalDate }>(
    'SELECT business_date FROM business_date',
  )
  if (!row) throw new Error('no business date: the books are not open')
  return row.business_date
}

/** The calendar day in Shanghai by the clock of the database, which all servers share. */
export async function readCalendarDay(db: Queryable): Promise<LocalDate> {
  const [row] = await db.query<{ day: LocalDate }>('SELECT shanghai_date() AS day')
  if (!row) throw new Error('the database returned no date')
  return row.day
}

/**
 * Moments of business acts as they are shown and printed. They are later than the given ones by the
 * days that a test clock held the business date ahead of the calendar at each of them.
 */
export async function businessMoments(
  db: Queryable,
  moments: readonly Date[],
): Promise<readonly Date[]> {
  const rows = await db.query<{ moment: Date }>(
    `SELECT business_moment(given.moment) AS moment
       FROM unnest($1::timestamptz[]) WITH ORDINALITY AS given (moment, place) ORDER BY place`,
    [moments],
  )
  return rows.map(({ moment }) => moment)
}

/** One such moment. */
export async function businessMoment(db: Queryable, moment: Date): Promise<Date> {
  const [shown] = await businessMoments(db, [moment])
  if (!shown) throw new Error('the database returned no moment')
  return shown
}

/**
 * Sets the business date to the calendar day at the first start. Afterwards only the end of day
 * moves it.
 */
export async function startBusinessDate(db: Queryable): Promise<void> {
  await db.query(
    'INSERT INTO business_date (business_date) VALUES (shanghai_date()) ON CONFLICT DO NOTHING',
  )
}

/**
 * Permits the business date to pass the calendar, up to a given day. Only the schema owner may do
 * this, and the row records who did it and why.
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
