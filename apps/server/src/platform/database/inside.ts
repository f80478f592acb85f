import type { Database, Transaction } from './database.ts'

/**
 * A transaction that is under way, in the place of a database: a use case that brings a transaction of
 * its own joins it, and both are kept or neither.
 */
export function inside(tx: Transaction): Database {
  return {
    query: (sql, values) => tx.query(sql, values),
    // The commit is not the inner one's to make.
    inTransaction: (work) =>
      work({ ...tx, preparedLast: async (sql, values) => void (await tx.prepared(sql, values)) }),
    close: async () => {},
  }
}
