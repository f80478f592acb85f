import { localDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'

const shanghai = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' })

/** The calendar day it is in Shanghai, wherever this server stands. */
export function dayInShanghai(moment: Date): LocalDate {
  return localDate(shanghai.format(moment))
}
