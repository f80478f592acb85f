import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip } from 'node:zlib'

import { withClient } from '@qingzhou/server/platform/database/connections/connection.ts'
import { migrate } from '@qingzhou/server/platform/database/migrate.ts'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

import { readManifest, rowsFile, UPLOADS, type Manifest, type Table } from './manifest.ts'
import { hasTables, migrationsOf, quoted } from './schema.ts'
import { copyUploads, passing } from './take.ts'

type Restoring = {
  readonly url: string
  readonly uploads: string
  readonly from: string
  readonly onTable?: (name: string) => void
}

/** Restores a backup into an empty database and an empty folder, completely or not at all. */
export async function restoreBackup(restoring: Restoring): Promise<Manifest> {
  const { url, uploads, from } = restoring
  const manifest = await checkBackup(from)
  await requireEmpty(uploads)
  await withClient(url, async (client) => {
    if (await hasTables(client)) {
      throw new Error('The database is not empty: restore into an empty one.')
    }
    await migrate(url)
    await requireSameSchema(client, manifest)
    await fill(client, manifest, restoring)
  })
  await copyUploads(join(from, UPLOADS), uploads)
  return manifest
}

function nowhere(): Writable {
  return new Writable({ write: (_, __, done) => done() })
}

/** Reads a whole backup and throws if anything differs from the manifest. */
export async function checkBackup(from: string): Promise<Manifest> {
  const manifest = await readManifest(from)
  for (const table of manifest.tables) await rowsOf(from, table, nowhere())
  const files = await readdir(join(from, UPLOADS), { recursive: true, withFileTypes: true }).catch(
    () => [],
  )
  const count = files.filter((entry) => entry.isFile()).length
  if (count !== manifest.uploads) {
    throw new Error(`The manifest lists ${manifest.uploads} uploads, ${count} were found.`)
  }
  return manifest
}

async function requireEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder).catch(() => [])
  if (entries.length > 0) throw new Error(`The folder ${folder} is not empty.`)
}

/** A backup is restored by the version that took it, and upgraded afterwards. */
async function requireSameSchema(client: Client, { migrations }: Manifest): Promise<void> {
  if (isDeepStrictEqual(await migrationsOf(client), migrations)) return
  throw new Error(
    `This backup was taken by another version, whose last migration was ${migrations.at(-1)?.name}. Restore it with that version, then upgrade.`,
  )
}

async function fill(client: Client, manifest: Manifest, restoring: Restoring): Promise<void> {
  const { tables, sequences } = manifest
  const names = tables.map(({ name }) => quoted(name))
  await client.query('BEGIN')
  // The rows were chained, numbered and checked when they were first written.
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
  // Migrations insert a few rows themselves, which the backup contains as well.
  await client.query(`TRUNCATE ${names.join(', ')}`)
  for (const table of tables) {
    restoring.onTable?.(table.name)
    const list = table.columns.map((column) => quoted(column)).join(', ')
    const copy = copyFrom(`COPY ${quoted(table.name)} (${list}) FROM STDIN`)
    await rowsOf(restoring.from, table, client.query(copy))
  }
  for (const { name, value, isUsed } of sequences) {
    await client.query('SELECT setval($1::regclass, $2, $3)', [quoted(name), value, isUsed])
  }
  for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
  await client.query('COMMIT')
}

async function rowsOf(from: string, { name, digest }: Table, into: Writable): Promise<void> {
  const hash = createHash('sha256')
  const file = createReadStream(join(from, rowsFile(name)))
  await pipeline(file, createGunzip(), passing(hash), into)
  if (hash.digest('hex') !== digest) throw new Error(`${name} differs from the backup.`)
}
