import type { Queryable } from '@qingzhou/platform/database/database'

const NOTICE_CACHE_MS = 3_000

export type Notice = {
  readonly text: string
  /** Borrowers' calls are refused while it lasts. */
  readonly isClosing: boolean
}

/**
 * The notice to put into every response. Read from the database every few seconds, not for every
 * call.
 */
export type CurrentNotice = { current(): Promise<Notice | undefined> }

export function createCurrentNotice({
  database,
  now,
}: {
  readonly database: Queryable
  readonly now: () => Date
}): CurrentNotice {
  let known: Promise<Notice | undefined> = Promise.resolve(undefined)
  let askedAt = Number.NEGATIVE_INFINITY
  return {
    current() {
      if (performance.now() - askedAt < NOTICE_CACHE_MS) return known
      askedAt = performance.now()
      const earlier = known
      // Keep the last notice while the database is unavailable: the call itself reports the outage.
      known = readActive(database, now()).catch(() => earlier)
      return known
    },
  }
}

async function readActive(database: Queryable, now: Date): Promise<Notice | undefined> {
  const [row] = await database.query<{ message: string; closes_service: boolean }>(
    `SELECT message, closes_service FROM notices
      WHERE starts_at <= $1 AND (ends_at IS NULL OR ends_at > $1)
      ORDER BY starts_at DESC, notice_no LIMIT 1`,
    [now],
  )
  return row && { text: row.message, isClosing: row.closes_service }
}
