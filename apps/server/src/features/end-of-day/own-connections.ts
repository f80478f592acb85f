import { createDatabase } from '#platform/database/pool.ts'
import type { EndOfDay } from './end-of-day.ts'

/**
 * The end of day as a server runs it. One lane: several servers share the work, and borrowers'
 * requests have priority.
 */
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
