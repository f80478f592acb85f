import { randomUUID } from 'node:crypto'
import {
  createTestDatabase,
  execute,
  withDatabase,
} from '@qingzhou/tools/postgres/test-database.ts'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createDatabase, type PoolDatabase } from '#database/pool.ts'
import { distribute } from './distribute.ts'
import { places } from './tables.ts'

let database: PoolDatabase
beforeAll(async () => {
  database = createDatabase(await createTestDatabase(), { max: 1, onIdleError: () => {} })
})
afterAll(() => database.close())

describe('the place of every table on a cluster', () => {
  it('is named for each table of the schema, and for no other', async () => {
    const tables = await database.query<{ name: string }>(`
      SELECT relname::text AS name FROM pg_class
       WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace ORDER BY relname`)
    expect(Object.keys(places).toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
  })

  it('fits its unique keys: each has the column that decides about the node', async () => {
    const keys = await database.query<{ table: string; columns: string[] }>(`
      SELECT c.relname::text AS table,
             (SELECT array_agg(a.attname::text) FROM pg_attribute a
               WHERE a.attrelid = c.oid AND a.attnum = ANY(i.indkey)) AS columns
        FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid AND i.indisunique
       WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`)
    const unfit = keys.filter(({ table, columns }) => {
      const place = places[table]
      if (place?.on === 'customer') return !columns.includes('customer_no')
      if (place?.on !== 'key') return false
      return !columns.includes(place.key)
    })
    expect(unfit).toEqual([])
  })

  it('agrees with the comments of the schema', async () => {
    const tables = await database.query<{ name: string; comment: string | null }>(`
      SELECT relname::text AS name, obj_description(oid) AS comment FROM pg_class
       WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`)
    const differing = tables.filter(({ name, comment }) => {
      const on = places[name]?.on
      if (comment === null) return on !== 'customer' && !ON_COORDINATOR.test(name)
      return comment.startsWith('look-up: ') ? on === 'customer' : on === 'customer' || on === 'key'
    })
    expect(differing).toEqual([])
  })
})

/** Tables that belong to no customer, or of which a statement takes rows of any customer. */
const ON_COORDINATOR =
  /^(end_of_day_slices|staff_\w+|tasks|uploads|upload_parts|verifications|identity_matches)$/

it('a database without Citus is not distributed, and nothing is changed', async () => {
  const name = `plain_${randomUUID().replaceAll('-', '')}`
  await execute(inject('postgresUrl'), `CREATE DATABASE ${name}`)
  const plain = withDatabase(inject('postgresUrl'), name)
  const attempt = distribute(plain, { say: () => {} })
  await expect(attempt).rejects.toThrow('This database has no extension citus')
  const unchanged = createDatabase(plain, { max: 1, onIdleError: () => {} })
  expect(await unchanged.query('SELECT FROM pg_tables WHERE schemaname = $1', ['public'])).toEqual(
    [],
  )
  await unchanged.close()
})
