import { expect, it } from 'vitest'
import { createTestDatabase, testPipeline } from '@qingzhou/tools/postgres/test-database.ts'
import { CommitUnconfirmed, databaseErrorOf, DatabaseUnavailable } from './database-unavailable.ts'
import { createDatabase } from './pool.ts'

it('a commit that a node of a cluster did not answer has an unknown outcome', () => {
  // Citus has no code for it: it is an internal error, reported by this routine.
  const error = Object.assign(new Error('could not commit transaction for shard 102168'), {
    code: 'XX000',
    routine: 'ErrorIfPostCommitFailedShardPlacements',
  })
  expect(databaseErrorOf(error)).toBeInstanceOf(CommitUnconfirmed)
  const other = Object.assign(new Error('internal'), { code: 'XX000', routine: 'other' })
  expect(databaseErrorOf(other)).toBe(other)
})

it('a transaction that PostgreSQL ends in a deadlock was not carried out, and can be repeated', async () => {
  const database = createDatabase(await createTestDatabase(), {
    pipeline: testPipeline,
    max: 2,
    onIdleError: () => {},
  })
  try {
    await database.query('CREATE TABLE counters (name text PRIMARY KEY, number int NOT NULL)')
    await database.query(`INSERT INTO counters VALUES ('one', 0), ('two', 0)`)
    const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const add = (own: number, names: readonly string[]) =>
      database.inTransaction(async (tx) => {
        for (const [turn, name] of names.entries()) {
          await tx.query('UPDATE counters SET number = number + 1 WHERE name = $1', [name])
          both[own]?.resolve()
          if (turn === 0) await both[1 - own]?.promise
        }
      })
    const ends = await Promise.allSettled([add(0, ['one', 'two']), add(1, ['two', 'one'])])
    const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
    expect(failures).toEqual([expect.any(DatabaseUnavailable)])
    expect(await database.query('SELECT number FROM counters')).toEqual([
      { number: 1 },
      { number: 1 },
    ])
  } finally {
    await database.close()
  }
})
