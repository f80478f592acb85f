/**
 * An independent reference for interest and penalty: it goes from day to day over what was owed on each
 * of them. It uses nothing of the rules it is compared with: days are counted by `Date`, and amounts are
 * fractions of fen as floating-point numbers, whose error is far below the tolerance of the laws.
 */

export interface ReferenceRow {
  readonly from: string
  readonly to: string
  readonly days360: number
  readonly dueDate: string
  /** Principal that is neither paid nor given up, in fen. */
  readonly open: number
  /** Principal that bears interest: also where a coupon pays it, or where it became another loan. */
  readonly bearing: number
  readonly converted: number
}

export interface ReferenceTerms {
  readonly start: string
  readonly ratePpm: number
  readonly dayCount: '30/360' | 'ACT/360' | 'ACT/365' | 'ACT/ACT'
  readonly brokenPeriod: 'days-over-360' | 'share-of-period'
  readonly lateFactor: number
  readonly lateMaxPpm: number
  readonly graceDays: number
}

interface Snapshot {
  readonly isDelay: boolean
  readonly after: number
  readonly rows: readonly ReferenceRow[]
}

interface Cut {
  /** Which of the changes it was: two may be made on one day. */
  readonly change: number
  readonly granted: number
  readonly lastOldDay: number
  readonly ratePpm: number
}

export interface Reference {
  /** What was owed after an operation on a day. */
  record(on: string, rows: readonly ReferenceRow[], change?: { isDelay: boolean }): void
  cut(on: string, cut: { lastOldDay: string; ratePpm: number }): void
  /** Interest and penalty of all days up to one, in fen. */
  charged(until: string): { interest: number; penalty: number }
}

const DAY_MS = 86_400_000

function dayOf(text: string): number {
  return Date.parse(`${text}T00:00:00Z`) / DAY_MS
}

function isInLeapYear(day: number): boolean {
  const year = new Date(day * DAY_MS).getUTCFullYear()
  return new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1
}

interface Book {
  readonly terms: ReferenceTerms
  readonly cuts: readonly Cut[]
}

/** The rate of a day by the cuts that were known when it was charged, lowered by those granted later. */
function rateOf(book: Book, day: number, isKnown: (cut: Cut) => boolean): number {
  let rate = book.terms.ratePpm
  for (const cut of book.cuts) {
    if (isKnown(cut)) rate = cut.ratePpm
    else if (day > cut.lastOldDay) rate = Math.min(rate, cut.ratePpm)
  }
  return rate / 1e6
}

function grantedBefore(day: number): (cut: Cut) => boolean {
  return ({ granted }) => granted < day
}

function lateRateOf(book: Book, day: number, known: number): number {
  const rate = rateOf(book, day, grantedBefore(known))
  return Math.min(rate * book.terms.lateFactor, book.terms.lateMaxPpm / 1e6)
}

/** The share of a year that one day of a period counts for. */
function shareOfDay(book: Book, day: number, row: ReferenceRow): number {
  const [from, to] = [dayOf(row.from), dayOf(row.to)]
  if (book.terms.dayCount === 'ACT/360') return 1 / 360
  if (book.terms.dayCount === 'ACT/365') return 1 / 365
  if (book.terms.dayCount === 'ACT/ACT') return 1 / (isInLeapYear(day) ? 366 : 365)
  if (book.terms.brokenPeriod === 'share-of-period') return row.days360 / (to - from) / 360
  const until = (end: number) => (end >= to ? row.days360 : Math.min(end - from, row.days360))
  return (until(day) - until(day - 1)) / 360
}

function interestOfDay(book: Book, day: number, all: readonly ReferenceRow[]): number {
  const rate = rateOf(book, day, grantedBefore(day))
  let interest = 0
  for (const row of all) {
    const [from, to, due] = [dayOf(row.from), dayOf(row.to), dayOf(row.dueDate)]
    if (from < day && day <= to) {
      const ahead = all.filter((other) => dayOf(other.from) >= from)
      const base = ahead.reduce((total, other) => total + other.bearing, 0) + row.converted
      interest += base * rate * shareOfDay(book, day, row)
    }
    if (to < day && day <= due) {
      interest += ((row.bearing + row.converted) * rate) / 360
    }
  }
  return interest
}

/** Overdue principal; the days of grace count with the first day after them. */
function penaltyOfDay(book: Book, day: number, all: readonly ReferenceRow[]): number {
  let penalty = 0
  for (const { dueDate, open } of all) {
    const late = day - dayOf(dueDate)
    if (late <= book.terms.graceDays) continue
    const first = late === book.terms.graceDays + 1 ? day - book.terms.graceDays : day
    for (let counted = first; counted <= day; counted += 1) {
      penalty += (open * lateRateOf(book, counted, day)) / 360
    }
  }
  return penalty
}

/** Days of grace that a delay took up: they bear interest, as no penalty was charged for them. */
function interestOfGrace(
  book: Book,
  { before, next, change }: { before: Snapshot; next: Snapshot; change: number },
): number {
  const isKnown = (cut: Cut) => cut.change < change
  let interest = 0
  for (const [index, row] of before.rows.entries()) {
    const moved = next.rows[index]
    if (!moved || moved.dueDate <= row.dueDate || moved.from !== row.from) continue
    const due = dayOf(row.dueDate)
    const late = next.after - due
    if (late <= 0 || late > book.terms.graceDays) continue
    // A short delay may end inside the days of grace; those after it cost nothing again.
    for (let day = due + 1; day <= Math.min(next.after, dayOf(moved.dueDate)); day += 1) {
      interest += ((row.bearing + row.converted) * rateOf(book, day, isKnown)) / 360
    }
  }
  return interest
}

export function createReference(terms: ReferenceTerms, rows: readonly ReferenceRow[]): Reference {
  const snapshots: Snapshot[] = [{ isDelay: false, after: dayOf(terms.start), rows }]
  const cuts: Cut[] = []
  const book = { terms, cuts }

  return {
    record: (on, after, { isDelay } = { isDelay: false }) =>
      snapshots.push({ isDelay, after: dayOf(on), rows: after }),
    cut: (on, { lastOldDay, ratePpm }) =>
      cuts.push({
        change: snapshots.length,
        granted: dayOf(on),
        lastOldDay: dayOf(lastOldDay),
        ratePpm,
      }),
    charged(until) {
      const end = dayOf(until)
      const total = { interest: 0, penalty: 0 }
      for (const [index, snapshot] of snapshots.entries()) {
        const next = snapshots[index + 1]
        const last = Math.min(next?.after ?? end, end)
        for (let day = snapshot.after + 1; day <= last; day += 1) {
          total.interest += interestOfDay(book, day, snapshot.rows)
          total.penalty += penaltyOfDay(book, day, snapshot.rows)
        }
        if (next?.isDelay) {
          total.interest += interestOfGrace(book, { before: snapshot, next, change: index + 1 })
        }
      }
      return total
    },
  }
}
