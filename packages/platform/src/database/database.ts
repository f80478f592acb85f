import type { QueryResultRow } from 'pg'
import type { Pipeline } from './pipeline/sender.ts'

/** Runs SQL: the pool or a transaction. */
export type Queryable = {
  query<Row extends QueryResultRow = never>(
    sql: string,
    values?: readonly unknown[],
  ): Promise<Row[]>
}

/** A transaction. Its type differs from the pool's, so that functions can require one. */
export type Transaction = Queryable & {
  readonly isTransaction: true
  readonly pipeline: Pipeline
  /** Like `query`, for frequent statements whose planning would cost more than their execution. */
  prepared<Row extends QueryResultRow = never>(
    sql: string,
    values?: readonly unknown[],
  ): Promise<Row[]>
  /** Like `prepared`, and sends the commit with it: no statement may follow. */
  preparedLast(sql: string, values: readonly unknown[]): Promise<void>
}

export type Database = Queryable & {
  /**
   * Short reads, outside of a transaction: statements asked for in one turn of the event loop are one
   * message, together with those of other calls. A statement that writes may be carried out twice.
   */
  together<Result>(work: (db: Queryable) => Promise<Result>): Promise<Result>
  /** Commits what the work wrote, or rolls back when it throws. */
  inTransaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

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
