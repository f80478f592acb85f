/** A day as the number of days since 1970-01-01. */
export type Day = number

const DAY_MS = 86_400_000

export function dayOf(text: string): Day {
  return Date.parse(`${text}T00:00:00Z`) / DAY_MS
}

export function textOf(day: Day): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** Months later on the same day of the month, or on the last day of a shorter month. [C2] */
export function monthsAfter(day: Day, months: number): Day {
  const date = new Date(day * DAY_MS)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last)) / DAY_MS
}

/** Days in (from, to] that end on a date of a leap year. */
export function leapDays(from: Day, to: Day): number {
  let days = 0
  for (let day = from; day < to;) {
    const year = new Date((day + 1) * DAY_MS).getUTCFullYear()
    const end = Math.min(to, Date.UTC(year, 11, 31) / DAY_MS)
    if (new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1) days += end - day
    day = end
  }
  return days
}
