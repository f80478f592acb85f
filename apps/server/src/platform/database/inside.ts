import type { Database, Transaction } from './database.ts'

/**
 * A running transaction as a database: a use case that opens its own transaction joins it, and both
 * commit or neither.
 */
export function inside(tx: Transaction): Database {
  return {
    query: (sql, values) => tx.query(sql, values),
    together: (work) => work(tx),
    // Only the outer transaction commits.
    inTransaction: (work) =>
      work({ ...tx, preparedLast: async (sql, values) => void (await tx.prepared(sql, values)) }),
    close: async () => {},
  }
}
