import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { setBusinessDate } from '@qingzhou/lending/ledger/testing/business-date'
import type { Services } from '#services.ts'

/** Moves the business date without an end of day: nothing is enqueued or debited. */
export async function skipDays(
  { database, businessDate }: Pick<Services, 'database' | 'businessDate'>,
  days: number,
): Promise<LocalDate> {
  const until = addDays(await businessDate(), days)
  await setBusinessDate(database, until)
  return until
}
