import type { Queryable } from '#platform/database/database.ts'

/**
 * The row that says since when bodies are remembered; a hash is longer, so it is no body's. The
 * table is unlogged: a crash empties it, this row included, and then every body that was sealed
 * before must be taken for one that came already.
 */
export const BEGINNING = Buffer.from([0])

/** Where the beginning is known already, it stays. */
export async function rememberSince(database: Queryable, since: Date): Promise<void> {
  await database.query(
    'INSERT INTO seen_bodies (body_hash, seen_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [BEGINNING, since],
  )
}
