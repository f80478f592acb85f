import type { DatedReason } from '#dated/dated-reason.ts'
import {
  addDays,
  addMonths,
  isWeekend,
  localDate,
  yearOf,
  type LocalDate,
} from '#calendar/local-date.ts'
import { displayRate } from '#money/rate.ts'
import { lawCaps } from '#cost/cost-cap.ts'
import { granted, type Outcome } from '#refusal.ts'
import type { LenderKind } from '#product.ts'
import {
  datedRowOn,
  datedRowText,
  HOLIDAY,
  movesDueDates,
  refusedRow,
  type DatedRow,
} from './dated-rows.ts'

/** What new rows are checked against. */
export type DatedState = {
  readonly stored: readonly DatedRow[]
  readonly today: LocalDate
  readonly lender: LenderKind
  /** The rates at which the product can be drawn on now. */
  readonly offers: readonly { readonly name: string; readonly ratePpm: bigint }[]
}

/** Refuses new rows by the first one that is wrong. [J2] */
export function checkDatedRows(
  rows: readonly DatedRow[],
  state: DatedState,
): Outcome<readonly DatedRow[]> {
  for (const [index, row] of rows.entries()) {
    const before = rows.slice(0, index)
    const known = [...before, ...state.stored]
    const reason = before.some((one) => isSameDay(one, row)) ? 'twice' : wrongOf(row, known, state)
    if (reason) return refusedRow(datedRowText(row), reason)
    const dearer =
      row.kind === 'cost-cap' && state.offers.find(({ ratePpm }) => ratePpm > row.value)
    if (dearer) {
      const detail = `${dearer.name} ${displayRate(dearer.ratePpm)}`
      return refusedRow(datedRowText(row), 'below-price', detail)
    }
  }
  return checkCalendar(rows, state)
}

function isSameDay(one: DatedRow, other: DatedRow): boolean {
  return one.kind === other.kind && one.day === other.day
}

function wrongOf(
  row: DatedRow,
  known: readonly DatedRow[],
  { today, lender, stored }: DatedState,
): DatedReason | undefined {
  const { kind, day, value } = row
  const same = known.find((one) => isSameDay(one, row))
  const isSetting = kind !== 'calendar' && kind !== 'prime-rate'
  const inForce = isSetting ? datedRowOn(known, kind, day) : same
  if (inForce?.value === value) return 'already-recorded'
  if (day < today && !isNextPrimeRate(row, known)) return 'day-past'
  if (kind === 'calendar') {
    const worksAnyway = value !== HOLIDAY && !isWeekend(day) && !same
    return worksAnyway ? 'works-anyway' : undefined
  }
  const caps = kind === 'cost-cap' ? lawCaps(lender, { on: day, dated: stored }) : []
  return caps.some(({ ppm }) => ppm < value) ? 'above-law' : undefined
}

/** A publication may be recorded after its day, in the order of the publications. */
function isNextPrimeRate({ kind, day }: DatedRow, known: readonly DatedRow[]): boolean {
  return kind === 'prime-rate' && known.every((one) => one.kind !== kind || one.day < day)
}

/** The rows of a calendar are of one year, which has a holiday. */
function checkCalendar(
  rows: readonly DatedRow[],
  { stored }: DatedState,
): Outcome<readonly DatedRow[]> {
  const calendar = rows.filter(({ kind }) => kind === 'calendar')
  const [first] = calendar
  if (!first) return granted(rows)
  const year = yearOf(first.day)
  const other = calendar.find(({ day }) => yearOf(day) !== year)
  if (other) return refusedRow(datedRowText(other), 'years-mixed')
  const isOfYear = ({ kind, day }: DatedRow) => kind === 'calendar' && yearOf(day) === year
  const hasHoliday = [...calendar, ...stored.filter(isOfYear)].some(
    ({ value }) => value === HOLIDAY,
  )
  return hasHoliday ? granted(rows) : refusedRow(datedRowText(first), 'no-holiday')
}

/** The prime rate is published on the 20th, or on the next working day. */
const PUBLISHED_ON_DAY = 20
const PUBLICATION_DAYS_MAX = 3
/** The calendar of a year is published in the autumn before it. */
const CALENDAR_MONTH = 12

/** What is missing on a day, one line each. [J3] */
export function datedGaps(rows: readonly DatedRow[], on: LocalDate): string[] {
  return [...primeRateGap(rows, on), ...calendarGaps(rows, on)]
}

function primeRateGap(rows: readonly DatedRow[], on: LocalDate): string[] {
  const newest = datedRowOn(rows, 'prime-rate', on)
  const ofMonth = localDate(`${on.slice(0, 7)}-${PUBLISHED_ON_DAY}`)
  const isOut = addDays(ofMonth, PUBLICATION_DAYS_MAX) <= on
  const expected = isOut ? ofMonth : addMonths(ofMonth, -1)
  if (newest && newest.day >= expected) return []
  const since = newest ? `no row since ${newest.day}` : 'no row'
  return [`prime-rate: ${since}; the rate of ${expected} is missing`]
}

function calendarGaps(rows: readonly DatedRow[], on: LocalDate): string[] {
  if (!movesDueDates(rows, on)) return []
  const years = new Set(rows.flatMap(({ kind, day }) => (kind === 'calendar' ? yearOf(day) : [])))
  const isNextNeeded = Number(on.slice(5, 7)) >= CALENDAR_MONTH
  const needed = [yearOf(on), ...(isNextNeeded ? [yearOf(on) + 1] : [])]
  return needed.filter((year) => !years.has(year)).map((year) => `calendar: ${year} is missing`)
}
