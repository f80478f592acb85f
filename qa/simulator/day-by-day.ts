/**
 * An independent reference for interest, penalty and fees: it sums day by day over what was owed on
 * each day. It shares no code with the rules it is compared with: days are counted by `Date`, and
 * amounts are floating-point fen, whose error is far below the tolerance of the laws.
 */

export interface ReferenceRow {
  readonly from: string
  readonly to: string
  readonly days360: number
  readonly dueDate: string
  /** Principal that is neither paid nor waived, in fen. */
  readonly open: number
  /**
   * Principal that bears interest, also where a coupon pays it or where it was converted into
   * another loan.
   */
  readonly bearing: number
  readonly converted: number
  /** A fee that was paid before its period began. */
  readonly feePaid?: number
}

export interface ReferenceTerms {
  readonly start: string
  readonly ratePpm: number
  readonly dayCount: '30/360' | 'ACT/360' | 'ACT/365' | 'ACT/ACT'
  readonly brokenPeriod: 'days-over-360' | 'share-of-period'
  readonly lateFactor: number
  readonly lateMaxPpm: number
  readonly graceDays: number
  /** The fee of each instalment, charged when its period has begun. */
  readonly fee?: number
  /** The fee is charged once, with the first instalment. */
  readonly isFeeOnce?: boolean
  /** Interest-free days of a coupon, from the start. */
  readonly freeDays?: number
}

/** The kind of change, where it affects how earlier days are counted. */
export interface ReferenceChange {
  readonly isDeferral?: boolean
  /** A forbearance counts penalty up to the day of its request. */
  readonly askedOn?: string
}

export interface Charges {
  readonly interest: number
  readonly penalty: number
  readonly fee: number
  /** The part of the interest that belongs to interest-free days. */
  readonly free: number
}

/** A row with its dates as day numbers. */
interface Row {
  readonly from: number
  readonly to: number
  readonly days360: number
  readonly due: number
  readonly open: number
  readonly bearing: number
  readonly converted: number
  readonly feePaid: number
  /** Principal that bears interest in the period of this row. */
  readonly base: number
}

interface Snapshot {
  readonly change: ReferenceChange
  readonly after: number
  readonly rows: readonly Row[]
}

interface Cut {
  /** Sequence number of the change: two can be made on one day. */
  readonly change: number
  readonly granted: number
  readonly lastOldDay: number
  readonly ratePpm: number
}

export interface Reference {
  /** The debt after an operation on a day. */
  record(on: string, rows: readonly ReferenceRow[], change?: ReferenceChange): void
  cut(on: string, cut: { lastOldDay: string; ratePpm: number }): void
  /** Interest, penalty and fees of all days up to one, in fen. */
  charged(until: string): Charges
}

const DAY_MS = 86_400_000

function dayOf(text: string): number {
  return Date.parse(`${text}T00:00:00Z`) / DAY_MS
}

function isInLeapYear(day: number): boolean {
  const year = new Date(day * DAY_MS).getUTCFullYear()
  return new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1
}

function rowsOf(rows: readonly ReferenceRow[]): Row[] {
  return rows.map((row) => {
    const ahead = rows.filter(({ from }) => from >= row.from)
    return {
      from: dayOf(row.from),
      to: dayOf(row.to),
      days360: row.days360,
      due: dayOf(row.dueDate),
      open: row.open,
      bearing: row.bearing,
      converted: row.converted,
      feePaid: row.feePaid ?? 0,
      base: ahead.reduce((total, { bearing }) => total + bearing, 0) + row.converted,
    }
  })
}

interface Book {
  readonly terms: ReferenceTerms
  readonly cuts: readonly Cut[]
}

/** The rate of a day by the cuts known when it was charged, lowered by cuts granted later. */
function rateOf(book: Book, day: number, isKnown: (cut: Cut) => boolean): number {
  let rate = book.terms.ratePpm
  for (const cut of book.cuts) {
    if (isKnown(cut)) rate = cut.ratePpm
    else if (day > cut.lastOldDay) rate = Math.min(rate, cut.ratePpm)
  }
  return rate / 1e6
}

function isGrantedBefore(day: number): (cut: Cut) => boolean {
  return ({ granted }) => granted < day
}

function lateRateOf(book: Book, day: number, known: number): number {
  const rate = rateOf(book, day, isGrantedBefore(known))
  return Math.min(rate * book.terms.lateFactor, book.terms.lateMaxPpm / 1e6)
}

/** The fraction of a year that one day of a period counts for. */
function shareOfDay(book: Book, day: number, { from, to, days360 }: Row): number {
  if (book.terms.dayCount === 'ACT/360') return 1 / 360
  if (book.terms.dayCount === 'ACT/365') return 1 / 365
  if (book.terms.dayCount === 'ACT/ACT') return 1 / (isInLeapYear(day) ? 366 : 365)
  if (book.terms.brokenPeriod === 'share-of-period') return days360 / (to - from) / 360
  const until = (end: number) => (end >= to ? days360 : Math.min(end - from, days360))
  return (until(day) - until(day - 1)) / 360
}

function interestOfDay(book: Book, day: number, rows: readonly Row[]): number {
  const rate = rateOf(book, day, isGrantedBefore(day))
  let interest = 0
  for (const row of rows) {
    const { from, to, due, base, bearing, converted } = row
    if (from < day && day <= to) interest += base * rate * shareOfDay(book, day, row)
    if (to < day && day <= due) interest += ((bearing + converted) * rate) / 360
  }
  return interest
}

/**
 * Penalty on overdue principal; the grace days are charged together with the first day after them.
 */
function penaltyOfDay(book: Book, day: number, rows: readonly Row[]): number {
  const { graceDays } = book.terms
  let penalty = 0
  for (const { due, open } of rows) {
    const late = day - due
    if (late <= graceDays) continue
    const first = late === graceDays + 1 ? day - graceDays : day
    for (let counted = first; counted <= day; counted += 1) {
      penalty += (open * lateRateOf(book, counted, day)) / 360
    }
  }
  return penalty
}

function feeOfDay({ terms }: Book, day: number, rows: readonly Row[]): number {
  const charging = terms.isFeeOnce ? rows.slice(0, 1) : rows
  const begun = charging.filter(({ from, base }) => from + 1 === day && base > 0)
  return begun.length * (terms.fee ?? 0)
}

type AddInterest = (interest: number, day: number) => void
type Move = { before: Snapshot; next: Snapshot; change: number }

/** Grace days covered by a deferral: they bear interest, as no penalty was charged for them. */
function chargeGrace(book: Book, { before, next, change }: Move, add: AddInterest): void {
  const isKnown = (cut: Cut) => cut.change < change
  for (const [index, row] of before.rows.entries()) {
    const moved = next.rows[index]
    if (!moved || moved.due <= row.due || moved.from !== row.from) continue
    const late = next.after - row.due
    if (late <= 0 || late > book.terms.graceDays) continue
    // A short deferral can end inside the grace period; the grace days after it cost nothing.
    for (let day = row.due + 1; day <= Math.min(next.after, moved.due); day += 1) {
      add(((row.bearing + row.converted) * rateOf(book, day, isKnown)) / 360, day)
    }
  }
}

/**
 * Days of a forbearance review: penalty was suspended, and the overdue principal bore interest
 * instead.
 */
function chargeReview(
  book: Book,
  { before, next, requestDay }: Move & { requestDay: number },
  add: AddInterest,
): void {
  for (const row of before.rows) {
    if (requestDay - row.due <= book.terms.graceDays || row.open === 0) continue
    for (let day = requestDay + 1; day <= next.after; day += 1) {
      const rate = rateOf(book, day, isGrantedBefore(day))
      add((row.open * rate) / 360, day)
    }
  }
}

function chargesUntil(book: Book, end: number, snapshots: readonly Snapshot[]): Charges {
  const total = { interest: 0, penalty: 0, fee: 0, free: 0 }
  const lastFree = dayOf(book.terms.start) + (book.terms.freeDays ?? 0)
  const addInterest = (interest: number, day: number) => {
    total.interest += interest
    if (day <= lastFree) total.free += interest
  }
  for (const [index, snapshot] of snapshots.entries()) {
    const { rows } = snapshot
    const next = snapshots[index + 1]
    const last = Math.min(next?.after ?? end, end)
    const requestDay = next?.change.askedOn === undefined ? undefined : dayOf(next.change.askedOn)
    for (let day = snapshot.after + 1; day <= last; day += 1) {
      addInterest(interestOfDay(book, day, rows), day)
      total.fee += feeOfDay(book, day, rows)
      if (requestDay === undefined || day <= requestDay)
        total.penalty += penaltyOfDay(book, day, rows)
    }
    if (!next) {
      const early = rows.filter(({ from }) => from >= end)
      total.fee += early.reduce((sum, { feePaid }) => sum + feePaid, 0)
      continue
    }
    const move = { before: snapshot, next, change: index + 1 }
    if (next.change.isDeferral) chargeGrace(book, move, addInterest)
    if (requestDay !== undefined) chargeReview(book, { ...move, requestDay }, addInterest)
  }
  return total
}

export function createReference(terms: ReferenceTerms, rows: readonly ReferenceRow[]): Reference {
  const snapshots: Snapshot[] = [{ change: {}, after: dayOf(terms.start), rows: rowsOf(rows) }]
  const cuts: Cut[] = []

  return {
    record: (on, after, change = {}) => {
      snapshots.push({ change, after: dayOf(on), rows: rowsOf(after) })
    },
    cut: (on, { lastOldDay, ratePpm }) =>
      cuts.push({
        change: snapshots.length,
        granted: dayOf(on),
        lastOldDay: dayOf(lastOldDay),
        ratePpm,
      }),
    charged: (until) => chargesUntil({ terms, cuts }, dayOf(until), snapshots),
  }
}
