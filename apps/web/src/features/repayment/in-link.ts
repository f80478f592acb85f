import { compactDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { linkQuery } from '#platform/navigation.ts'

/** The month a link names: six digits. */
export function monthInLink(): string | undefined {
  const { month } = linkQuery()
  return month !== undefined && /^\d{4}(0[1-9]|1[0-2])$/.test(month) ? month : undefined
}

/** 202611 reads 2026 年 11 月. */
export function monthInWords(month: string): string {
  return `${month.slice(0, 4)} 年 ${Number(month.slice(4))} 月`
}

/** The month of a day: 202611. */
export function monthOf(day: LocalDate): string {
  return compactDate(day).slice(0, 6)
}
