import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '@qingzhou/tools/postgres/test-database.ts'
import { createDatabase, type PoolDatabase } from './pool.ts'

let database: PoolDatabase
beforeAll(async () => {
  database = createDatabase(await createTestDatabase(), { max: 2, onIdleError: () => {} })
})
afterAll(() => database.close())

/** Tables can be partitioned by customer only if every unique key includes the customer. */
it('every table has the customer in all its keys, or is declared a look-up or a reference', async () => {
  const keys = await database.query<{
    name: string
    comment: string | null
    columns: string[] | null
  }>(`
    SELECT c.relname AS name, obj_description(c.oid) AS comment,
           (SELECT array_agg(a.attname::text) FROM pg_attribute a
             WHERE a.attrelid = c.oid AND a.attnum = ANY(i.indkey)) AS columns
      FROM pg_class c
      LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisunique
     WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace`)
  expect(keys.length).toBeGreaterThan(0)
  const wrong = keys.filter(
    ({ comment, columns }) =>
      !/^(look-up|reference): \S/.test(comment ?? '') && !columns?.includes('customer_no'),
  )
  expect(wrong).toEqual([])
})

it('every timestamp has a time zone, and no amount is a float', async () => {
  const columns = await database.query(`
    SELECT table_name, column_name, data_type FROM information_schema.columns
     WHERE table_schema = 'public'
       AND data_type IN ('timestamp without time zone', 'real', 'double precision', 'money')`)
  expect(columns).toEqual([])
})
