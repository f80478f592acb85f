import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createGunzip } from 'node:zlib'

import { withClient } from '@qingzhou/platform/database/connections/connection'
import { migrate, ownMigrations } from '@qingzhou/platform/database/migrate'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

import { checkDigests, isAbsent, readChecked, readDigests, type Digests } from './digests.ts'
import { readManifest, rowsFile, UPLOADS, type Manifest } from './manifest.ts'
import { canRestore, hasTables, quoteName } from './schema.ts'

type Restoring = {
  readonly url: string
  readonly uploads: string
  readonly from: string
  readonly onTable?: (name: string) => void
}

type Backup = { readonly manifest: Manifest; readonly digests: Digests }

/** Restores a backup into an empty database and an empty folder, completely or not at all. */
export async function restoreBackup(restoring: Restoring): Promise<Manifest> {
  const { url, uploads, from } = restoring
  return withClient(url, async (client) => {
    // What is wrong with the target is said before a backup of any size is read.
    await requireOwner(client)
    if (await hasTables(client)) {
      throw new Error('The database is not empty: restore into an empty one.')
    }
    await requireEmpty(uploads)
    const backup = await openBackup(from)
    await requireSameSchema(backup.manifest)
    await checkDigests(from, backup.digests)
    try {
      await restoreUploads(restoring, backup.digests)
      await migrate(url)
      await fill(client, backup, restoring)
    } catch (error) {
      await emptyFolder(uploads)
      throw error
    }
    return backup.manifest
  })
}

/** Reads a whole backup and throws if a byte of it differs from what was written. */
export async function checkBackup(from: string): Promise<Manifest> {
  const { manifest, digests } = await openBackup(from)
  await checkDigests(from, digests)
  return manifest
}

async function openBackup(from: string): Promise<Backup> {
  const manifest = await readManifest(from)
  return { manifest, digests: await readDigests(from) }
}

async function requireOwner(client: Client): Promise<void> {
  const { login, isAllowed } = await canRestore(client)
  if (isAllowed) return
  throw new Error(
    `The login ${login} may not create the tables: restore with the login that npm run migrate is run with.`,
  )
}

async function requireEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((cause: unknown) => {
    if (isAbsent(cause)) return []
    throw new Error(`The folder ${folder} cannot be read.`, { cause })
  })
  if (entries.length > 0) throw new Error(`The folder ${folder} is not empty.`)
}

/** What a failed restore has put into the folder. */
async function emptyFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** A backup is restored by the version that took it, and upgraded afterwards. */
async function requireSameSchema({ migrations }: Manifest): Promise<void> {
  const own = await ownMigrations()
  const isSame =
    own.length === migrations.length &&
    own.every(({ name, checksum }, at) => {
      const other = migrations[at]
      return other?.name === name && other.checksum === checksum
    })
  if (isSame) return
  throw new Error(
    `This backup was taken by another version, whose last migration was ${migrations.at(-1)?.name}. Restore it with that version, then upgrade.`,
  )
}

async function fill(client: Client, backup: Backup, restoring: Restoring): Promise<void> {
  const { tables, sequences } = backup.manifest
  const names = tables.map(({ name }) => quoteName(name))
  await client.query('BEGIN')
  // The rows were chained, numbered and checked when they were first written.
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
  // Migrations insert a few rows themselves, which the backup contains as well.
  await client.query(`TRUNCATE ${names.join(', ')}`)
  for (const { name, columns } of tables) {
    restoring.onTable?.(name)
    const list = columns.map((column) => quoteName(column)).join(', ')
    const copy = client.query(copyFrom(`COPY ${quoteName(name)} (${list}) FROM STDIN`))
    const file = { path: rowsFile(name), digests: backup.digests }
    await readChecked(restoring.from, file, createGunzip(), copy)
  }
  for (const { name, value, isUsed } of sequences) {
    await client.query('SELECT setval($1::regclass, $2, $3)', [quoteName(name), value, isUsed])
  }
  for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
  await client.query('COMMIT')
}

async function restoreUploads({ from, uploads }: Restoring, digests: Digests): Promise<void> {
  for (const path of digests.keys()) {
    if (!path.startsWith(`${UPLOADS}/`)) continue
    const target = join(uploads, path.slice(UPLOADS.length))
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await readChecked(from, { path, digests }, createWriteStream(target, { mode: 0o600 }))
  }
}
