import type { Database, Transaction } from '@qingzhou/platform/database/database'

/** Simulates a process kill: uncommitted work is lost, committed work remains. */
class Killed extends Error {}

export function isKilled(error: unknown): boolean {
  return error instanceof Killed
}

/**
 * A database that simulates a kill after the given number of steps: before a query, or right after
 * a commit.
 */
export function killAfter(steps: number, database: Database): Database {
  let left = steps
  const step = () => {
    if (left === 0) throw new Killed('killed')
    left -= 1
  }
  const watched = (tx: Transaction): Transaction => ({
    ...tx,
    query: async (sql, values) => {
      step()
      return tx.query(sql, values)
    },
    prepared: async (sql, values) => {
      step()
      return tx.prepared(sql, values)
    },
    preparedLast: async (sql, values) => {
      step()
      return tx.preparedLast(sql, values)
    },
  })
  return {
    ...database,
    query: async (sql, values) => {
      step()
      const rows = await database.query(sql, values)
      step()
      return rows
    },
    inTransaction: async (work) => {
      step()
      const result = await database.inTransaction((tx) => work(watched(tx)))
      step()
      return result
    },
  }
}
