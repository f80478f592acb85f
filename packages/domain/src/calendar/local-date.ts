import { assert } from '#assert.ts'
import type { Brand } from '#brand.ts'
import { granted, refused, type Outcome } from '#refusal.ts'

/** A calendar day in Shanghai, `YYYY-MM-DD`. Two values compare with `<` as text. */
export type LocalDate = Brand<string, 'LocalDate'>

/** Whether the text is an existing day, written `YYYY-MM-DD`, from 1900 on. [C1] */
export function isLocalDate(text: string): text is LocalDate {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false

  const { year, month, day } = partsOf(text)
  return year >= 1900 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

export function parseLocalDate(text: string): Outcome<LocalDate> {
  return isLocalDate(text) ? granted(text) : refused({ kind: 'date-malformed' })
}

/** Converts text that is known to be a valid day: a constant, a column of type date. */
export function localDate(text: string): LocalDate {
  assert(isLocalDate(text), `a calendar day is YYYY-MM-DD and exists, not ${text}`)
  return text
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return fromDayNumber(dayNumber(date) + days)
}

/**
 * The same day of the month some months later; a shorter month gives its last day. [C2]
 *
 * Compute each due date from the first day, so that 31 → 28 → 31 does not drift to the 28th.
 */
export function addMonths(date: LocalDate, months: number): LocalDate {
  return monthsAfter(partsOf(date), months)
}

/** The same day of the month in consecutive months, starting some months later. [C2] */
export function monthsFrom(
  date: LocalDate,
  { first, count }: { first: number; count: number },
): LocalDate[] {
  const parts = partsOf(date)
  const dates: LocalDate[] = []
  // A loop: a plan computes all its due dates here, and `Array.from` takes twice as long.
  for (let index = 0; index < count; index += 1) dates.push(monthsAfter(parts, first + index))
  return dates
}

function monthsAfter({ year, month, day }: ReturnType<typeof partsOf>, months: number): LocalDate {
  const monthIndex = year * 12 + (month - 1) + months
  const targetYear = Math.floor(monthIndex / 12)
  const targetMonth = monthIndex - targetYear * 12 + 1
  return write(targetYear, targetMonth, Math.min(day, daysInMonth(targetYear, targetMonth)))
}

/** Number of days between two dates, excluding the first and including the last. [C3] */
export function daysBetween(span: { from: LocalDate; to: LocalDate }): number {
  return dayNumber(span.to) - dayNumber(span.from)
}

/** Whether a day is a Saturday or a Sunday. */
export function isWeekend(date: LocalDate): boolean {
  // 1 March of the year 0 was a Wednesday.
  const weekday = (dayNumber(date) + WEEKDAY_OF_DAY_ZERO) % 7
  return weekday === 0 || weekday === 6
}

export function yearOf(date: LocalDate): number {
  return Number(date.slice(0, 4))
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

/** A day as eight digits, the wire format. [C4] */
export function compactDate(date: LocalDate): string {
  return date.replaceAll('-', '')
}

export function parseCompactDate(text: string): Outcome<LocalDate> {
  if (!/^\d{8}$/.test(text)) return refused({ kind: 'date-malformed' })
  return parseLocalDate(displayCompactDate(text))
}

/** Displays eight digits as year-month-day; text such as 长期 is unchanged. [C5] */
export function displayCompactDate(text: string): string {
  return text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
}

function partsOf(text: string) {
  return {
    year: Number(text.slice(0, 4)),
    month: Number(text.slice(5, 7)),
    day: Number(text.slice(8, 10)),
  }
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Counted from Sunday. */
const WEEKDAY_OF_DAY_ZERO = 3

const DAYS_IN_400_YEARS = 146_097
const DAYS_IN_CENTURY = 36_524
const DAYS_IN_4_YEARS = 1_461

/**
 * Days since 1 March of the year 0. With March as the first month, the leap day is the last day of
 * its year.
 */
function dayNumber(date: LocalDate): number {
  const { year, month, day } = partsOf(date)
  const marchYear = month > 2 ? year : year - 1
  const marchMonth = month > 2 ? month - 3 : month + 9
  const leapDays =
    Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400)
  return marchYear * 365 + leapDays + Math.floor((153 * marchMonth + 2) / 5) + day - 1
}

function fromDayNumber(number: number): LocalDate {
  assert(Number.isInteger(number), 'a calendar moves by whole days')
  const era = Math.floor(number / DAYS_IN_400_YEARS)
  const dayOfEra = number - era * DAYS_IN_400_YEARS
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / (DAYS_IN_4_YEARS - 1)) +
      Math.floor(dayOfEra / DAYS_IN_CENTURY) -
      Math.floor(dayOfEra / (DAYS_IN_400_YEARS - 1))) /
      365,
  )
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  return write(era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day)
}

function write(year: number, month: number, day: number): LocalDate {
  assert(year >= 1900 && year <= 9999, 'a calendar day lies between 1900 and 9999')
  // The parts come from calendar arithmetic, so the day exists.
  return `${year}-${TWO_DIGITS[month]}-${TWO_DIGITS[day]}` as LocalDate
}

const TWO_DIGITS = Array.from({ length: 32 }, (_, value) => String(value).padStart(2, '0'))
