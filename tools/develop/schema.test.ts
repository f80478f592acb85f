import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Client } from 'pg'
import { expect, it } from 'vitest'

import { root } from '../root.ts'
import { readSubjects } from '../schema/catalog.ts'
import { schemaDocuments } from './schema.ts'
import { createTestDatabase } from '../postgres/test-database.ts'

it('docs/schema.sql and docs/schema.svg describe the database that the migrations create', async () => {
  const { sql, svg } = await schemaDocuments(await createTestDatabase())
  // Otherwise: npm run schema
  expect(readFileSync(join(root, 'docs/schema.sql'), 'utf8')).toBe(sql)
  expect(readFileSync(join(root, 'docs/schema.svg'), 'utf8')).toBe(svg)
})

it('the schema documents contain every table, view and function of the database', async () => {
  const client = new Client({ connectionString: await createTestDatabase() })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(`
    SELECT relname::text AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v') AND relname <> 'migrations'
     UNION SELECT proname::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace
     ORDER BY name`)
  const subjects = await readSubjects(client)
  await client.end()
  const shown = subjects.flatMap(({ tables, views, functions }) =>
    [...tables, ...views, ...functions].map(({ name }) => name),
  )
  expect([...new Set(shown)].toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})
