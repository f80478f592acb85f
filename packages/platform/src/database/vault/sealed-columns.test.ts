import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '@qingzhou/tools/postgres/test-database.ts'
import { createDatabase, type PoolDatabase } from '#database/pool.ts'
import { sealedColumns } from './sealed-columns.ts'

let database: PoolDatabase
beforeAll(async () => {
  database = createDatabase(await createTestDatabase(), { max: 2, onIdleError: () => {} })
})
afterAll(() => database.close())

type Column = { table_name: string; column_name: string; data_type: string; is_nullable: string }

async function columns(): Promise<Column[]> {
  return database.query<Column>(`
    SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns
     WHERE table_schema = 'public' ORDER BY table_name, column_name`)
}

it('the list contains exactly the sealed columns of the schema', async () => {
  const live = (await columns()).filter(({ column_name }) => column_name.endsWith('_sealed'))
  const listed = Object.entries(sealedColumns).flatMap(([table, { columns: names }]) =>
    names.map((name) => `${table}.${name}`),
  )
  expect(listed.sort()).toEqual(live.map((one) => `${one.table_name}.${one.column_name}`).sort())
  expect(live.filter(({ data_type }) => data_type !== 'bytea')).toEqual([])
})

it('every other bytea column is a hash, a digest or a blind index', async () => {
  const others = (await columns()).filter(
    ({ data_type, column_name }) =>
      data_type === 'bytea' &&
      !/_sealed$|(^|_)(hash|index|digest|fingerprint|head)$/.test(column_name),
  )
  expect(others.map((one) => `${one.table_name}.${one.column_name}`)).toEqual([])
})

it('the owner columns exist and are not nullable', async () => {
  const live = new Map(
    (await columns()).map((one) => [`${one.table_name}.${one.column_name}`, one.is_nullable]),
  )
  const wrong = Object.entries(sealedColumns).flatMap(([table, { owner }]) =>
    owner.map((name) => `${table}.${name}`).filter((name) => live.get(name) !== 'NO'),
  )
  expect(wrong).toEqual([])
})
