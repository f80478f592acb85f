import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database, Transaction } from './database.ts'

type Scope = { isReadOnly: boolean }

const scopes = new AsyncLocalStorage<Scope>()

/** Runs a call whose statements may be restricted to reading while it runs. */
export function inCallScope<Result>(work: () => Promise<Result>): Promise<Result> {
  return scopes.run({ isReadOnly: false }, work)
}

/** Restricts the rest of this call to reading: whatever it still wants to write is refused by PostgreSQL. */
export function restrictToReading(): void {
  const scope = scopes.getStore()
  if (scope) scope.isReadOnly = true
}

export function isRestrictedToReading(): boolean {
  return scopes.getStore()?.isReadOnly ?? false
}

/** The database as a restricted call sees it. */
export function withReadOnlyCalls<D extends Database>(database: D): D {
  const reading = <Result>(work: (tx: Transaction) => Promise<Result>) =>
    database.inTransaction(async (tx) => {
      await tx.query('SET TRANSACTION READ ONLY')
      return work(tx)
    })
  return {
    ...database,
    query: async (sql, values) =>
      isRestrictedToReading()
        ? reading((tx) => tx.query(sql, values))
        : database.query(sql, values),
    inTransaction: async (work) =>
      isRestrictedToReading() ? reading(work) : database.inTransaction(work),
  }
}
