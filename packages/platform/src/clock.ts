import { localDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'

export function minutesAfter(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * 60_000)
}

const shanghai = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' })

/** The current calendar day in Shanghai, independent of the server's time zone. */
export function dayInShanghai(moment: Date): LocalDate {
  return localDate(shanghai.format(moment))
}
