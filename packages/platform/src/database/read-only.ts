import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database, Transaction } from './database.ts'

type Scope = { isReadOnly: boolean; reader?: Database | undefined; hasWritten: boolean }

const scopes = new AsyncLocalStorage<Scope>()

/** Runs a call whose statements can be restricted to reading, or read a copy, while it runs. */
export function inCallScope<Result>(work: () => Promise<Result>): Promise<Result> {
  return scopes.run({ isReadOnly: false, hasWritten: false }, work)
}

/** Restricts the rest of this call to reading: PostgreSQL refuses its writes. */
export function restrictToReading(): void {
  const scope = scopes.getStore()
  if (scope) scope.isReadOnly = true
}

function isRestrictedToReading(): boolean {
  return scopes.getStore()?.isReadOnly ?? false
}

/** The rest of this call reads a copy of the database. Transactions stay with the database itself. */
export function readFrom(copy: Database): void {
  const scope = scopes.getStore()
  if (scope) scope.reader = copy
}

/** Whether this call may have changed something. */
export function hasWritten(): boolean {
  return scopes.getStore()?.hasWritten ?? false
}

/** Reads from the copy of this call. If the copy fails, the rest of the call reads the database itself. */
async function fromCopyOr<Result>(
  ask: (copy: Database) => Promise<Result>,
  otherwise: () => Promise<Result>,
): Promise<Result> {
  const scope = scopes.getStore()
  if (!scope?.reader) return otherwise()
  try {
    return await ask(scope.reader)
  } catch {
    scope.reader = undefined
    return otherwise()
  }
}

/** The database as seen by calls. */
export function withCallScopes<D extends Database>(database: D): D {
  const reading = <Result>(work: (tx: Transaction) => Promise<Result>) =>
    database.inTransaction(async (tx) => {
      await tx.query('SET TRANSACTION READ ONLY')
      return work(tx)
    })
  return {
    ...database,
    query: async (sql, values) =>
      fromCopyOr(
        (copy) => copy.query(sql, values),
        () =>
          isRestrictedToReading()
            ? reading((tx) => tx.query(sql, values))
            : database.query(sql, values),
      ),
    together: async (work) =>
      fromCopyOr(
        (copy) => copy.together(work),
        () => (isRestrictedToReading() ? reading(work) : database.together(work)),
      ),
    inTransaction: async (work) => {
      if (isRestrictedToReading()) return reading(work)
      const scope = scopes.getStore()
      if (scope) scope.hasWritten = true
      return database.inTransaction(work)
    },
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
