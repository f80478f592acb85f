import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

import { quoteName } from '../backup/schema.ts'
import type { ReleaseFixture } from './fixture.ts'

/** Restores the data of a release into an empty database and a data folder. */
export async function restoreFixture(
  fixture: ReleaseFixture,
  into: { readonly url: string; readonly dataDirectory: string },
): Promise<void> {
  await restoreFiles(fixture, into.dataDirectory)
  const client = new Client({ connectionString: into.url })
  await client.connect()
  try {
    await restoreSchema(client, fixture)
    await restoreRows(client, fixture)
  } finally {
    await client.end()
  }
}

async function restoreFiles({ uploads, keys }: ReleaseFixture, folder: string): Promise<void> {
  await mkdir(join(folder, 'keys'), { recursive: true, mode: 0o700 })
  await writeFile(join(folder, 'keys/vault-1.key'), keys.vault, { mode: 0o600 })
  await writeFile(join(folder, 'keys/index.key'), keys.index, { mode: 0o600 })
  for (const [name, bytes] of Object.entries(uploads)) {
    await mkdir(join(folder, 'uploads', name.slice(0, 2)), { recursive: true })
    await writeFile(join(folder, 'uploads', name.slice(0, 2), name), Buffer.from(bytes, 'base64'))
  }
}

async function restoreSchema(client: Client, { migrations }: ReleaseFixture): Promise<void> {
  await client.query(
    `CREATE TABLE migrations (name text PRIMARY KEY, checksum text NOT NULL,
       applied_at timestamptz NOT NULL DEFAULT now())`,
  )
  for (const { name, checksum, sql } of migrations) {
    await client.query(sql)
    await client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum])
  }
}

async function restoreRows(client: Client, { tables, sequences }: ReleaseFixture): Promise<void> {
  const names = tables.map(({ name }) => quoteName(name))
  await client.query('BEGIN')
  // The rows were chained, numbered and checked when they were first written.
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
  await client.query(`TRUNCATE ${names.join(', ')}`)
  for (const { name, columns, rows } of tables) {
    const list = columns.map((column) => quoteName(column)).join(', ')
    const copy = client.query(copyFrom(`COPY ${quoteName(name)} (${list}) FROM STDIN`))
    await pipeline(Readable.from([rows]), copy)
  }
  for (const { name, value, isUsed } of sequences) {
    await client.query('SELECT setval($1::regclass, $2, $3)', [quoteName(name), value, isUsed])
  }
  for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
  await client.query('COMMIT')
}
