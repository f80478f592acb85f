import type { Queryable } from '#platform/database/database.ts'

const KNOWN_FOR_MS = 3_000

/** The notice to put into every answer. Looked up every few seconds, not at every call. */
export type Proclamation = { current(): Promise<string | undefined> }

export function createProclamation({
  database,
  now,
}: {
  readonly database: Queryable
  readonly now: () => Date
}): Proclamation {
  let known: Promise<string | undefined> = Promise.resolve(undefined)
  let askedAt = Number.NEGATIVE_INFINITY
  return {
    current() {
      if (performance.now() - askedAt < KNOWN_FOR_MS) return known
      askedAt = performance.now()
      const earlier = known
      // A database that is away is told by the call itself; the notice stays as it was.
      known = readActive(database, now()).catch(() => earlier)
      return known
    },
  }
}

async function readActive(database: Queryable, now: Date): Promise<string | undefined> {
  const [row] = await database.query<{ message: string }>(
    `SELECT message FROM proclamations
      WHERE starts_at <= $1 AND (ends_at IS NULL OR ends_at > $1)
      ORDER BY starts_at DESC, proclamation_no LIMIT 1`,
    [now],
  )
  return row?.message
}
