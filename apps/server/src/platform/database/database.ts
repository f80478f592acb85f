import type { QueryResultRow } from 'pg'

/** Runs SQL: the pool itself, or a transaction of it. */
export type Queryable = {
  query<Row extends QueryResultRow = never>(
    sql: string,
    values?: readonly unknown[],
  ): Promise<Row[]>
}

/** A transaction. Its type differs from the pool's, so that what must be inside one says so. */
export type Transaction = Queryable & {
  readonly isTransaction: true
  /** Like `query`, for what is asked so often that planning it each time would cost more than doing it. */
  prepared<Row extends QueryResultRow = never>(
    sql: string,
    values?: readonly unknown[],
  ): Promise<Row[]>
  /** Like `prepared`, and the commit travels with it: nothing may be asked after it. */
  preparedLast(sql: string, values: readonly unknown[]): Promise<void>
}

export type Database = Queryable & {
  /** Commits what the work wrote, or nothing when it throws. */
  inTransaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}
