import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, testPipeline } from '@qingzhou/tools/postgres/test-database.ts'
import { createDatabase, type PoolDatabase } from '../pool.ts'
import { writeAndCommit, type Statement } from './statement.ts'

let database: PoolDatabase
beforeAll(async () => {
  database = createDatabase(await createTestDatabase(), {
    pipeline: testPipeline,
    max: 2,
    onIdleError: () => {},
  })
  await database.query(
    'CREATE TABLE shelf (name text PRIMARY KEY, books integer CHECK (books >= 0))',
  )
})
afterAll(() => database.close())

const put = (name: string, books: number): Statement => ({
  sql: 'INSERT INTO shelf (name, books) VALUES ($1, $2)',
  values: [name, books],
})

const take = (name: string, books: number): Statement => ({
  sql: 'UPDATE shelf SET books = books - $2 WHERE name = $1 AND books >= $2 RETURNING name',
  values: [name, books],
  orElse: () => new Error(`${name} is short of books`),
})

function write(...statements: Statement[]): Promise<void> {
  return database.inTransaction((tx) => writeAndCommit(tx, statements))
}

async function shelves(): Promise<Record<string, number>> {
  const rows = await database.query<{ name: string; books: number }>('SELECT * FROM shelf')
  return Object.fromEntries(rows.map(({ name, books }) => [name, books]))
}

describe('statements written together', () => {
  it('are all executed, each with its own values', async () => {
    await write(put('left', 3), put('right', 5))
    await write(take('left', 1), put('top', 7), take('right', 2))
    expect(await shelves()).toEqual({ left: 2, right: 3, top: 7 })
  })

  it('write nothing when one of them finds no row to change, and report that one', async () => {
    const before = await shelves()
    const short = write(put('cellar', 1), take('left', 1), take('right', 100))
    await expect(short).rejects.toThrow('right is short of books')
    expect(await shelves()).toEqual(before)
  })

  it('write nothing when one of them fails, and report that failure', async () => {
    const before = await shelves()
    await expect(write(take('left', 1), put('attic', -1))).rejects.toThrow(/shelf_books_check/)
    expect(await shelves()).toEqual(before)
  })

  it('write nothing when an earlier statement of the transaction failed unnoticed', async () => {
    const before = await shelves()
    const work = database.inTransaction(async (tx) => {
      tx.query('SELECT * FROM nowhere').catch(() => {})
      await writeAndCommit(tx, [put('porch', 1)])
    })
    await expect(work).rejects.toThrow(/nowhere|transaction is aborted/)
    expect(await shelves()).toEqual(before)
  })
})
