import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database, Transaction } from './database.ts'

type Scope = { isReadOnly: boolean }

const scopes = new AsyncLocalStorage<Scope>()

/** Runs a call whose statements can be restricted to reading while it runs. */
export function inCallScope<Result>(work: () => Promise<Result>): Promise<Result> {
  return scopes.run({ isReadOnly: false }, work)
}

/** Restricts the rest of this call to reading: PostgreSQL refuses its writes. */
export function restrictToReading(): void {
  const scope = scopes.getStore()
  if (scope) scope.isReadOnly = true
}

function isRestrictedToReading(): boolean {
  return scopes.getStore()?.isReadOnly ?? false
}

/** The database as seen by restricted calls. */
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
    together: async (work) => (isRestrictedToReading() ? reading(work) : database.together(work)),
    inTransaction: async (work) =>
      isRestrictedToReading() ? reading(work) : database.inTransaction(work),
  }
}

/**
 * Runs a transaction and returns its result. A dry run does the same and rolls it back, so that it meets the
 * same obstacles.
 */
export async function inTransactionOrDryRun<Result>(
  database: Database,
  { isDryRun }: { readonly isDryRun: boolean },
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  if (!isDryRun) return database.inTransaction(work)
  const done: { result?: { readonly value: Result } } = {}
  try {
    await database.inTransaction(async (tx) => {
      done.result = { value: await work(tx) }
      throw new DryRunEnd()
    })
  } catch (error) {
    if (error instanceof DryRunEnd && done.result) return done.result.value
    throw error
  }
  throw new Error('a dry run was not rolled back')
}

/** Rolls a dry run back. */
class DryRunEnd extends Error {}
