import { type LocalDate, localDate } from '@qingzhou/domain/calendar/local-date'
import { serverNow } from '#platform/browser/clock.ts'

const SHANGHAI_OFFSET_MS = 8 * 60 * 60 * 1000

export { displayRate as formatPercent } from '@qingzhou/domain/money/rate'

/** Formats a day in a sentence: 11月15日. */
export function formatDay(date: LocalDate): string {
  const [, month, day] = date.split('-')
  return `${Number(month)}月${Number(day)}日`
}

/** Today in the lender's time zone, by the server's clock. */
export function today(): LocalDate {
  return localDate(new Date(serverNow() + SHANGHAI_OFFSET_MS).toISOString().slice(0, 10))
}

const moment = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** Formats a time in the lender's time zone: 2026-11-15 09:30. */
export function formatTime(instant: number): string {
  return moment.format(instant)
}
