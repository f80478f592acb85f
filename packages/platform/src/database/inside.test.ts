import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, testPipeline } from '@qingzhou/tools/postgres/test-database.ts'
import { inside } from './database.ts'
import { createDatabase, type PoolDatabase } from './pool.ts'

let database: PoolDatabase
beforeAll(async () => {
  database = createDatabase(await createTestDatabase(), {
    pipeline: testPipeline,
    max: 2,
    onIdleError: () => {},
  })
  await database.query('CREATE TABLE said (word text NOT NULL)')
})
afterAll(() => database.close())

const words = async () => {
  const rows = await database.query<{ word: string }>('SELECT word FROM said ORDER BY word')
  return rows.map(({ word }) => word)
}

it('a joined use case is committed with the outer transaction', async () => {
  await database.inTransaction(async (tx) => {
    await inside(tx).inTransaction(async (inner) => {
      await inner.preparedLast(`INSERT INTO said VALUES ($1)`, ['inner'])
    })
    expect(await words()).toEqual([])
    await tx.query(`INSERT INTO said VALUES ('outer')`)
  })
  expect(await words()).toEqual(['inner', 'outer'])
})

it('a later failure rolls back a joined use case', async () => {
  const attempt = database.inTransaction(async (tx) => {
    await inside(tx).inTransaction(async (inner) => {
      await inner.preparedLast(`INSERT INTO said VALUES ($1)`, ['lost'])
    })
    throw new Error('something else went wrong')
  })
  await expect(attempt).rejects.toThrow('something else')
  expect(await words()).not.toContain('lost')
})
