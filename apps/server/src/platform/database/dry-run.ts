import type { Database, Transaction } from './database.ts'

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
