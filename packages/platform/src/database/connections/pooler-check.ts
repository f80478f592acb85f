import { createDatabase } from '#database/pool.ts'
import { parseConnection } from './connection.ts'

/** A pooler gives a new connection the session that was used last, so the second one meets the first. */
const CONNECTIONS = 4

/**
 * Prepares the same statement on several connections. Throws the sentence of a server's first
 * failure if a pooler in between mixes them up.
 */
export async function checkPreparedStatements(databaseUrl: string): Promise<void> {
  if (!parseConnection(databaseUrl).hasPreparedStatements) return
  const connections = Array.from({ length: CONNECTIONS }, () =>
    createDatabase(databaseUrl, { max: 1, onIdleError: () => {} }),
  )
  try {
    for (const connection of connections) {
      await connection.inTransaction((tx) => tx.prepared('SELECT 1 AS one'))
    }
  } finally {
    for (const connection of connections) await connection.close()
  }
}
