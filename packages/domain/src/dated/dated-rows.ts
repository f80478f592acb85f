import type { DatedReason } from '#dated/dated-reason.ts'
import { addDays, isLocalDate, isWeekend, yearOf, type LocalDate } from '#calendar/local-date.ts'
import { displayAnnualRate, parseAnnualRate } from '#cost/annual-rate.ts'
import { granted, refused, type Outcome } from '#refusal.ts'

/**
 * What is recorded by day. A rate or a setting applies from its day until the next row of its kind; a row of
 * the calendar is about its day alone. [J1]
 */
export const datedKinds = [
  'prime-rate',
  'cost-cap',
  'due-days',
  'calendar',
  'provision-pass',
  'provision-special-mention',
  'provision-substandard',
  'provision-doubtful',
  'provision-loss',
  'default-stage-1',
  'default-stage-2',
  'default-stage-3',
  'loss-given-default',
  'value-added-tax',
] as const
export type DatedKind = (typeof datedKinds)[number]

export interface DatedRow {
  readonly kind: DatedKind
  readonly day: LocalDate
  /** Parts per million of a rate; of the others, the place of the word in `datedWords`. */
  readonly value: bigint
}

/** The values of the kinds that are no rates, by their number. */
const datedWords = {
  'due-days': ['as-planned', 'next-working-day'],
  calendar: ['holiday', 'workday'],
} as const

const NEXT_WORKING_DAY = 1n
export const HOLIDAY = 0n

/** The lowest and the highest value of the kinds that are rates. Those of provisions and of the tax are shares. */
const SHARE = { min: 0n, max: 1_000_000n }
const RATES: Readonly<Record<Exclude<DatedKind, keyof typeof datedWords>, typeof SHARE>> = {
  'prime-rate': { min: 1n, max: 200_000n },
  'cost-cap': { min: 1n, max: 360_000n },
  'provision-pass': SHARE,
  'provision-special-mention': SHARE,
  'provision-substandard': SHARE,
  'provision-doubtful': SHARE,
  'provision-loss': SHARE,
  'default-stage-1': SHARE,
  'default-stage-2': SHARE,
  'default-stage-3': SHARE,
  'loss-given-default': SHARE,
  'value-added-tax': SHARE,
}

/** A row as it is written: `prime-rate 2026-12-20 3.05%`. */
export function readDatedRow(text: string): Outcome<DatedRow> {
  const [kindText, day = '', valueText = '', ...more] = text.trim().split(/\s+/)
  const kind = datedKinds.find((one) => one === kindText)
  if (!kind) return refusedRow(text, 'kind-unknown')
  if (!isLocalDate(day)) return refusedRow(text, 'day-malformed')
  const value = more.length > 0 ? undefined : readValue(kind, valueText)
  return value === undefined ? refusedRow(text, 'value-malformed') : granted({ kind, day, value })
}

export function datedRowText({ kind, day, value }: DatedRow): string {
  return `${kind} ${day} ${datedValueText({ kind, value })}`
}

export function datedValueText({ kind, value }: Pick<DatedRow, 'kind' | 'value'>): string {
  return isWordKind(kind)
    ? (datedWords[kind][Number(value)] ?? String(value))
    : displayAnnualRate(value)
}

function isWordKind(kind: DatedKind): kind is keyof typeof datedWords {
  return kind in datedWords
}

export function refusedRow(row: string, reason: DatedReason, detail?: string) {
  return refused({ kind: 'dated-row-refused', row, reason, ...(detail && { detail }) })
}

function readValue(kind: DatedKind, text: string): bigint | undefined {
  if (isWordKind(kind)) {
    const words: readonly string[] = datedWords[kind]
    const place = words.indexOf(text)
    return place < 0 ? undefined : BigInt(place)
  }
  const rate = parseAnnualRate(text)
  const { min, max } = RATES[kind]
  return rate.ok && rate.value >= min && rate.value <= max ? rate.value : undefined
}

/** The row of a kind that applies on a day: the last one from before or on it. [J1] */
export function datedRowOn(
  rows: readonly DatedRow[],
  kind: Exclude<DatedKind, 'calendar'>,
  on: LocalDate,
): DatedRow | undefined {
  let latest: DatedRow | undefined
  for (const row of rows) {
    if (row.kind === kind && row.day <= on && (!latest || row.day > latest.day)) latest = row
  }
  return latest
}

/** Whether the plans of a day move their due dates. [C10] */
export function movesDueDates(rows: readonly DatedRow[], on: LocalDate): boolean {
  return datedRowOn(rows, 'due-days', on)?.value === NEXT_WORKING_DAY
}

/**
 * The days on which no due date of a plan of this day falls: weekends and public holidays, in the years whose
 * calendar is recorded. None unless the product moves due dates. [C10]
 */
export function closedDaysOn(
  rows: readonly DatedRow[],
  on: LocalDate,
): readonly LocalDate[] | undefined {
  if (!movesDueDates(rows, on)) return undefined
  const calendar = new Map(
    rows.flatMap(({ kind, day, value }) => (kind === 'calendar' ? [[day, value] as const] : [])),
  )
  const years = [...new Set([...calendar.keys()].map(yearOf))].filter((year) => year >= yearOf(on))
  return years.flatMap(daysOfYear).filter((day) => {
    const value = calendar.get(day)
    return value === undefined ? isWeekend(day) : value === HOLIDAY
  })
}

function daysOfYear(year: number): LocalDate[] {
  // The first day of a year exists.
  const first = `${year}-01-01` as LocalDate
  const days = Array.from({ length: 366 }, (_, index) => addDays(first, index))
  return days.filter((day) => yearOf(day) === year)
}
