import { addDays, type LocalDate } from '#calendar/local-date.ts'
import { ZERO, type Money } from '#money/money.ts'
import type { PeriodObstacle } from './period-obstacle.ts'

/** What is known of the books up to the last day of a period. */
export type PeriodFacts = {
  readonly until: LocalDate
  /** The last day of the period before it. */
  readonly lastClosed: LocalDate | undefined
  /** The last day whose end of day is finished. */
  readonly lastFinished: LocalDate
  /** The first day of the books, up to the last of the period, without a finished end of day. */
  readonly missingDay: LocalDate | undefined
  /** What the general ledger, or a file of a provider, has that the ledgers of the loans do not, or the other way. */
  readonly differences: number
  /** The sum of the trial balance. */
  readonly balance: Money
}

/** The first reason why the books of a period cannot be closed. [X12] */
export function findPeriodObstacle(facts: PeriodFacts): PeriodObstacle | undefined {
  const { until, lastClosed, lastFinished, missingDay, differences, balance } = facts
  if (lastClosed !== undefined && until <= lastClosed) return 'already-closed'
  // The ledger of a day is summed when the next day is finished. [X11]
  if (until > addDays(lastFinished, -1)) return 'day-not-booked'
  if (missingDay !== undefined) return 'day-missing'
  if (differences > 0) return 'difference-open'
  return balance === ZERO ? undefined : 'balance-not-zero'
}
