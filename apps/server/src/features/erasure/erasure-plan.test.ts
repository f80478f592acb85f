import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '@qingzhou/tools/postgres/test-database.ts'
import { createDatabase, type PoolDatabase } from '@qingzhou/platform/database/pool'
import { erasurePlan } from './erasure-plan.ts'

let database: PoolDatabase
beforeAll(async () => {
  database = createDatabase(await createTestDatabase(), { max: 2, onIdleError: () => {} })
})
afterAll(() => database.close())

type Column = { readonly table: string; readonly column: string; readonly type: string }

async function liveColumns(): Promise<Column[]> {
  return database.query<Column>(
    `SELECT table_name AS table, column_name AS column, data_type AS type
       FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  )
}

/** Encrypted, indexed or hashed, by its name or its type. */
function looksPersonal({ column, type }: Column): boolean {
  return type === 'bytea' || /_(sealed|index|hash)$/.test(column)
}

it('lists every table with customers or personal columns', async () => {
  const columns = await liveColumns()
  const concerned = columns.filter(
    (column) => column.column === 'customer_no' || looksPersonal(column),
  )
  const forgotten = new Set(concerned.map(({ table }) => table))
  for (const table of Object.keys(erasurePlan)) forgotten.delete(table)
  expect([...forgotten]).toEqual([])
})

it('empties every personal column of retained rows, or gives a reason', async () => {
  const columns = await liveColumns()
  const forgotten = columns.filter(looksPersonal).filter(({ table, column }) => {
    const fate = erasurePlan[table]
    if (fate?.rows !== 'kept') return false
    return !fate.emptied?.includes(column) && fate.keeps?.[column] === undefined
  })
  expect(forgotten).toEqual([])
})

it('names only existing tables and columns', async () => {
  const columns = await liveColumns()
  const known = new Set(columns.flatMap(({ table, column }) => [table, `${table}.${column}`]))
  const named = Object.entries(erasurePlan).flatMap(([table, fate]) => {
    if (fate.rows === 'erased') return [`${table}.customer_no`]
    if (fate.rows === 'erased-by-phone') return [`${table}.${fate.column}`]
    if (fate.rows === 'left') return [table]
    const record = [...(fate.emptied ?? []), ...Object.keys(fate.keeps ?? {})]
    return ['customer_no', ...record].map((column) => `${table}.${column}`)
  })
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

it('gives its reasons as sentences', () => {
  const reasons = Object.values(erasurePlan).flatMap((fate) =>
    'why' in fate ? [fate.why, ...Object.values('keeps' in fate ? (fate.keeps ?? {}) : {})] : [],
  )
  expect(reasons.filter((why) => !/^[A-Z].*\.$/.test(why))).toEqual([])
})
