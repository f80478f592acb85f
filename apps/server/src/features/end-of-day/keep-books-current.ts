import { setTimeout as sleep } from 'node:timers/promises'
import { readCalendarDay } from '@qingzhou/lending/ledger/index'
import type { Services } from '#services.ts'
import { readProgress } from '@qingzhou/lending/end-of-day/progress-store'

const LOOK_EVERY_MS = 60_000
const LOOK_FOR_DEBITS_EVERY_MS = 2_000

type Books = Pick<Services, 'database' | 'clock' | 'endOfDay' | 'log'>

/**
 * Runs the end of day when the database calendar in Shanghai has passed the business date, or when
 * a run is unfinished. A server whose clock is wrong leaves it to the others. Every server does
 * this: they share the slices, so no leader is needed. A business date that a test clock has moved
 * ahead is not changed.
 */
export function keepBooksCurrent(books: Books, everyMs = LOOK_EVERY_MS): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  const look = () => {
    running ??= bookUpTo(books, stopping.signal)
      .catch((error: unknown) => books.log.error('end-of-day.failed', {}, error))
      .finally(() => (running = undefined))
  }
  const timer = setInterval(look, everyMs)
  timer.unref()
  look()
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}

async function bookUpTo(books: Books, signal: AbortSignal): Promise<void> {
  const { database, clock, endOfDay, log } = books
  for (;;) {
    if (clock.fault() !== undefined) return
    const { businessDate, isFinished } = await readProgress(database)
    const until = await readCalendarDay(database)
    if (businessDate >= until && isFinished) return
    const end = await endOfDay(until, { debits: 'await', signal })
    log.info('end-of-day.done', {
      businessDate: end.businessDate,
      loans: end.loans,
      failures: end.failures,
      openDebits: end.openDebits,
    })
    // Missed days follow one another as soon as the automatic debits of each are final.
    if (end.openDebits === 0 || signal.aborted) return
    await sleep(LOOK_FOR_DEBITS_EVERY_MS, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
  }
}
