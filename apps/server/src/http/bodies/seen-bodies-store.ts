import type { Queryable } from '#platform/database/database.ts'

/**
 * The key of the row that stores since when seen bodies are recorded. It is shorter than any hash,
 * so it matches no body. The table is unlogged: a crash empties it, including this row. Every body
 * sealed before the crash must then be treated as already seen.
 */
export const SEEN_BODIES_START = Buffer.from([0])

/** Keeps an existing start time. */
export async function recordSeenBodiesStart(database: Queryable, since: Date): Promise<void> {
  await database.query(
    'INSERT INTO seen_bodies (body_hash, seen_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [SEEN_BODIES_START, since],
  )
}
