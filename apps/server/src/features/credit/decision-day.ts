import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Services } from '#services.ts'

/**
 * The day that a decision is of, and by which the customer may apply again: the calendar's, or the
 * business date if a test clock holds it ahead.
 */
export async function decisionDay(
  services: Pick<Services, 'today' | 'businessDate'>,
): Promise<LocalDate> {
  const [calendar, business] = [services.today(), await services.businessDate()]
  return business > calendar ? business : calendar
}
