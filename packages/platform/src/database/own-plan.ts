import type { Database, Transaction } from './database.ts'

/**
 * Reads with a plan made for these values, instead of the one that a connection keeps for all values
 * of its parameters: a list begins at another index for a rare value of a filter than for a frequent
 * one.
 */
export function withOwnPlan<Result>(
  db: Pick<Database, 'inTransaction'>,
  read: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return db.inTransaction(async (tx) => {
    await tx.query('SET LOCAL plan_cache_mode = force_custom_plan')
    return read(tx)
  })
}
