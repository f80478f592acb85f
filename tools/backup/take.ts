import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Manifest, Table } from './manifest.ts'
import { FORMAT, MANIFEST, UPLOADS, rowsFile } from './manifest.ts'
import type { TableRecord } from './schema.ts'
import { keptTables, migrationsOf, quoted, sequencesOf } from './schema.ts'
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
  await mkdir(dirname(to), { recursive: true })
  const draft = `${to}.unfinished`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  const copied = await inSnapshot(url, async (client) => ({
    ...(await databaseIn(draft, client, onTable)),
    uploads: await copyUploads(uploads, join(draft, UPLOADS)),
  }))
  const manifest: Manifest = { format: FORMAT, takenAt: new Date().toISOString(), ...copied }
  await writeFile(join(draft, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`)
  await rename(draft, to)
  return manifest
}

async function databaseIn(folder: string, client: Client, onTable: Taking['onTable']) {
  const migrations = await migrationsOf(client)
  const tables: Table[] = []
  for (const table of await keptTables(client)) {
    onTable?.(table.name)
    tables.push(await rowsIn(folder, client, table))
  }
  return { migrations, tables, sequences: await sequencesOf(client) }
}

async function rowsIn(folder: string, client: Client, table: TableRecord): Promise<Table> {
  const { name, columns } = table
  const list = columns.map((column) => quoted(column)).join(', ')
  const rows = client.query(copyTo(`COPY (SELECT ${list} FROM ${quoted(name)}) TO STDOUT`))
  const hash = createHash('sha256')
  const file = createWriteStream(join(folder, rowsFile(name)), { mode: 0o600 })
  await pipeline(rows, passing(hash), createGzip({ level: 1 }), file)
  return { name, columns, rows: rows.rowCount, digest: hash.digest('hex') }
}

/** A pass-through stream that updates the hash. */
export function passing(hash: { update(chunk: Buffer): unknown }): Transform {
  return new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
}

/** Copies sealed files; a file deleted meanwhile is no longer referenced. */
export async function copyUploads(from: string, to: string): Promise<number> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(none)
  let count = 0
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const folder = join(to, entry.parentPath.slice(from.length))
    const target = join(folder, entry.name)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const isThere = await copyFile(join(entry.parentPath, entry.name), target).then(
      () => true,
      (cause: unknown) => isAbsent(cause, false),
    )
    if (isThere) count += 1
  }
  return count
}

function none(cause: unknown): [] {
  return isAbsent(cause, [])
}

function isAbsent<Answer>(cause: unknown, answer: Answer): Answer {
  if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return answer
  throw cause
}
