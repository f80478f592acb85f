import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { createDatabase } from '#platform/database/pool.ts'
import { permitBusinessDate } from '#lending/ledger/index.ts'
import type { EndOfDay } from './end-of-day.ts'

/** The end of day of a server. One lane: several servers share a day's work, and borrowers come first. */
export function endOfDayOf(
  databaseUrl: string,
  settings: Pick<EndOfDay, 'now' | 'debits' | 'signal'> & {
    readonly onIdleError: (error: Error) => void
  },
): EndOfDay {
  const { onIdleError, ...rest } = settings
  const connection = { max: 1, role: 'qingzhou_app', onIdleError }
  return { connect: () => createDatabase(databaseUrl, connection), lanes: 1, ...rest }
}

/** Lets the test clock reach a day. On a connection of the owner of the schema: the server's role may not. */
export async function permitTestClock(databaseUrl: string, until: LocalDate): Promise<void> {
  const owner = createDatabase(databaseUrl, { max: 1, onIdleError: () => {} })
  try {
    await permitBusinessDate(owner, { until, reason: 'test clock' })
  } finally {
    await owner.close()
  }
}
