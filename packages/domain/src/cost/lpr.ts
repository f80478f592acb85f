import type { LocalDate } from '#calendar/local-date.ts'
import { lprRows } from '#product.ts'
import { assert } from '#assert.ts'

export interface Lpr {
  /** The day it was published. */
  readonly from: LocalDate
  readonly annualRatePpm: bigint
}

/** The loan prime rate of a day: the last one published by then. [Y6] */
export function lprOn(today: LocalDate, rows: readonly Lpr[] = lprRows): Lpr {
  const latest = rows
    .filter((row) => row.from <= today)
    .toSorted((left, right) => (left.from < right.from ? 1 : -1))[0]
  assert(latest !== undefined, 'the table begins before the first loan')
  return latest
}
