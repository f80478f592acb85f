import type { Services } from '#services.ts'
import { readProgress } from './progress.ts'

const LOOK_EVERY_MS = 60_000

type Books = Pick<Services, 'database' | 'today' | 'endOfDay' | 'log'>

/**
 * Runs the end of day once the calendar in Shanghai has passed the business date, or when one was
 * left unfinished.
 *
 * Every server does so: slices are what they share, so none of them has to lead. Books that a test
 * clock has moved ahead are left there.
 */
export function keepBooksCurrent(books: Books, everyMs = LOOK_EVERY_MS): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  const look = () => {
    running ??= bringUp(books, stopping.signal)
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

async function bringUp(
  { database, today, endOfDay, log }: Books,
  signal: AbortSignal,
): Promise<void> {
  const { businessDate, isFinished } = await readProgress(database)
  const until = today()
  if (businessDate >= until && isFinished) return
  const progress = await endOfDay(until, signal)
  log.info('end-of-day.done', {
    businessDate: progress.businessDate,
    loans: progress.loans,
    failures: progress.failures,
  })
}
