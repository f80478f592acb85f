import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { Refused } from '#refused.ts'
import type { Services } from '#services.ts'
import { wholeNumber } from './fields.ts'

type Clock = { readonly businessDate: LocalDate }

/** A leap at a time: enough for any story, and over in a moment. */
const DAYS_MAX = 366

/** The day the books are on. */
export async function businessDate(services: Services): Promise<Clock> {
  return { businessDate: await services.businessDate() }
}

/** The test clock: moves the books forward, with the end of day of every day between. */
export async function moveBusinessDate(
  services: Services,
  input: unknown,
): Promise<Clock & { readonly failures: number }> {
  const days = wholeNumber(input, 'days')
  if (days < 1 || days > DAYS_MAX) {
    throw new Refused({ kind: 'field-invalid', message: `天数应为 1 至 ${DAYS_MAX}` })
  }
  const until = addDays(await services.businessDate(), days)
  const { businessDate, failures } = await services.endOfDay(until)
  return { businessDate, failures }
}
