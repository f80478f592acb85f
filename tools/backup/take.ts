import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { createGzip } from 'node:zlib'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { filesIn, isAbsent, writeDigests, writeWithDigest } from './digests.ts'
import type { Manifest, Table } from './manifest.ts'
import { FORMAT, MANIFEST, UPLOADS, rowsFile } from './manifest.ts'
import type { TableRecord } from './schema.ts'
import { keptTables, readMigrations, quoteName, readSequences } from './schema.ts'
import { inSnapshot } from './snapshot.ts'

type Taking = {
  readonly url: string
  /** The folder with the product's uploads. */
  readonly uploads: string
  readonly to: string
  readonly onTable?: (name: string) => void
}

/**
 * Backs up the state of one moment during operation: all tables in one snapshot, and the uploads
 * after it, so that every upload a row refers to is included.
 */
export async function takeBackup({ url, uploads, to, onTable }: Taking): Promise<Manifest> {
  await requireFree(to)
  await mkdir(dirname(to), { recursive: true })
  const draft = await mkdtemp(`${to}.unfinished-`)
  try {
    const digests = new Map<string, string>()
    const copied = await inSnapshot(url, async (client) => ({
      ...(await databaseIn(draft, { client, digests, onTable })),
      uploads: await copyUploads(uploads, draft, digests),
    }))
    const manifest: Manifest = { format: FORMAT, takenAt: new Date().toISOString(), ...copied }
    const text = `${JSON.stringify(manifest, undefined, 2)}\n`
    await writeFile(join(draft, MANIFEST), text, { mode: 0o600 })
    digests.set(MANIFEST, createHash('sha256').update(text).digest('hex'))
    await writeDigests(draft, digests)
    // Another backup may have been finished there meanwhile.
    await requireFree(to)
    await rename(draft, to)
    return manifest
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

/** An earlier backup is never replaced. */
async function requireFree(to: string): Promise<void> {
  const entries = await readdir(to).catch((cause: unknown) => {
    if (isAbsent(cause)) return []
    throw new Error(`${to} cannot be written to.`, { cause })
  })
  if (entries.length > 0) throw new Error(`${to} is not empty: name a new folder for each backup.`)
}

type Copying = {
  readonly client: Client
  readonly digests: Map<string, string>
  readonly onTable: Taking['onTable']
}

async function databaseIn(folder: string, { client, digests, onTable }: Copying) {
  const migrations = await readMigrations(client)
  const tables: Table[] = []
  for (const table of await keptTables(client)) {
    onTable?.(table.name)
    const { digest, ...written } = await rowsIn(folder, client, table)
    tables.push(written)
    digests.set(rowsFile(table.name), digest)
  }
  return { migrations, tables, sequences: await readSequences(client) }
}

async function rowsIn(folder: string, client: Client, table: TableRecord) {
  const { name, columns } = table
  const list = columns.map((column) => quoteName(column)).join(', ')
  const rows = client.query(copyTo(`COPY (SELECT ${list} FROM ${quoteName(name)}) TO STDOUT`))
  const path = join(folder, rowsFile(name))
  const digest = await writeWithDigest(path, rows, createGzip({ level: 1 }))
  return { name, columns, rows: rows.rowCount, digest }
}

/** Copies sealed files; a file deleted meanwhile is no longer referenced. */
async function copyUploads(
  from: string,
  folder: string,
  digests: Map<string, string>,
): Promise<number> {
  let count = 0
  for (const name of await filesIn(from)) {
    const path = join(UPLOADS, name)
    await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 })
    const source = createReadStream(join(from, name))
    const digest = await writeWithDigest(join(folder, path), source).catch(async (cause) => {
      if (!isAbsent(cause)) throw cause
      await rm(join(folder, path), { force: true })
    })
    if (digest === undefined) continue
    digests.set(path, digest)
    count += 1
  }
  return count
}
