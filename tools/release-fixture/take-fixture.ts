import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'

import { keptTables, readMigrations, quoteName, readSequences } from '../backup/schema.ts'
import type { ReleaseFixture } from './fixture.ts'

type Parts = Pick<ReleaseFixture, 'migrations' | 'tables' | 'sequences' | 'uploads'>

/** The current schema, rows and uploads. */
export async function takeFixture(from: {
  readonly url: string
  readonly dataDirectory: string
  /** The migration files. */
  readonly migrations: string
}): Promise<Parts> {
  const client = new Client({ connectionString: from.url })
  await client.connect()
  try {
    const tables: ReleaseFixture['tables'][number][] = []
    for (const { name, columns } of await keptTables(client)) {
      const list = columns.map((column) => quoteName(column)).join(', ')
      const copy = client.query(copyTo(`COPY (SELECT ${list} FROM ${quoteName(name)}) TO STDOUT`))
      tables.push({ name, columns, rows: await text(copy) })
    }
    const applied = await readMigrations(client)
    const migrations = await Promise.all(
      applied.map(async ({ name, checksum }) => ({
        name,
        checksum,
        sql: await readFile(join(from.migrations, name), 'utf8'),
      })),
    )
    const uploads = await uploadsIn(join(from.dataDirectory, 'uploads'))
    return { migrations, tables, sequences: await readSequences(client), uploads }
  } finally {
    await client.end()
  }
}

async function uploadsIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const read = files.map(async ({ parentPath, name }) => [
    name,
    (await readFile(join(parentPath, name))).toString('base64'),
  ])
  return Object.fromEntries(await Promise.all(read)) as Record<string, string>
}
