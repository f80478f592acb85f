import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '@qingzhou/tools/postgres/test-database.ts'
import { createDatabase, type PoolDatabase } from '@qingzhou/platform/database/pool'
import { isCopied } from './copied-rows.ts'
import { copyPlan } from './plan/copy-plan.ts'

let database: PoolDatabase
beforeAll(async () => {
  database = createDatabase(await createTestDatabase(), { max: 2, onIdleError: () => {} })
})
afterAll(() => database.close())

/** The columns of every table that is about a customer, found by the number, the phone or the identity card. */
async function columnsByTable(): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await database.query<{ name: string; columns: string[] }>(
    `SELECT table_name AS name, array_agg(column_name::text ORDER BY ordinal_position) AS columns
       FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
      GROUP BY table_name
     HAVING bool_or(column_name IN ('customer_no', 'phone_index', 'account_index', 'number_index', 'id_index'))`,
  )
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

it('every table about a customer is in the copy of personal data, or left out for a reason', async () => {
  const tables = [...(await columnsByTable()).keys()]
  expect(tables.filter((name) => !(name in copyPlan))).toEqual([])
  expect(Object.keys(copyPlan).filter((name) => !tables.includes(name))).toEqual([])
})

it('every column of a copied table is in the copy once, or left out for a reason', async () => {
  const known = await columnsByTable()
  const wrong = Object.entries(copyPlan).flatMap(([table, rule]) => {
    if (!isCopied(rule)) return []
    const inCopy = [...rule.columns.split(' '), ...Object.keys(rule.without ?? {})]
    const columns = known.get(table) ?? []
    const key = columns.filter((column) => column !== 'customer_no' || inCopy.includes(column))
    const missing = key.filter((column) => !inCopy.includes(column))
    const unknown = inCopy.filter((column) => !columns.includes(column))
    const twice = inCopy.filter((column, at) => inCopy.indexOf(column) !== at)
    return [...missing, ...unknown, ...twice].map((column) => `${table}.${column}`)
  })
  expect(wrong).toEqual([])
})

it('the document shows columns of the copy only, and no secret or index is copied', () => {
  for (const [table, rule] of Object.entries(copyPlan)) {
    if (!isCopied(rule)) continue
    const columns = rule.columns.split(' ')
    const shown = Object.keys(rule.shown)
    expect(shown.filter((column) => !columns.includes(column))).toEqual([])
    const secret = columns.filter((column) =>
      /(token|secret|code|password|^device)_hash|_index$/.test(column),
    )
    expect(secret, table).toEqual([])
  }
})
