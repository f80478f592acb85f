import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Services } from '#services.ts'

/** The business date moves on without an end of day: nothing is queued, and nothing debited by itself. */
export async function skipDays(
  { database, businessDate }: Pick<Services, 'database' | 'businessDate'>,
  days: number,
): Promise<LocalDate> {
  const until = addDays(await businessDate(), days)
  await database.query('UPDATE business_date SET business_date = $1', [until])
  return until
}
