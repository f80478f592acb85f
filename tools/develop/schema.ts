import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client } from 'pg'

import { migrate } from '@qingzhou/platform/database/migrate'
import { startPostgres } from '../postgres/postgres.ts'
import { root } from '../root.ts'
import { readSubjects } from '../schema/catalog.ts'
import { schemaSql } from '../schema/schema-sql.ts'
import { schemaSvg } from '../schema/schema-svg.ts'

/** The texts of `docs/schema.sql` and `docs/schema.svg` for a migrated database. */
export async function schemaDocuments(
  url: string,
): Promise<{ readonly sql: string; readonly svg: string }> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const subjects = await readSubjects(client)
    return { sql: schemaSql(subjects), svg: schemaSvg(subjects) }
  } finally {
    await client.end()
  }
}

// Started as `npm run schema`.
if (import.meta.main) {
  const directory = mkdtempSync(join(tmpdir(), 'qingzhou-schema-'))
  const postgres = await startPostgres({ directory, fsync: false })
  try {
    await migrate(postgres.url)
    const { sql, svg } = await schemaDocuments(postgres.url)
    writeFileSync(join(root, 'docs/schema.sql'), sql)
    writeFileSync(join(root, 'docs/schema.svg'), svg)
  } finally {
    await postgres.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
