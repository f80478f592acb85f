import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { assert } from '@qingzhou/domain/assert'
import { customerNo, newId, type CustomerNo } from '#ids.ts'
import { WriteRefused } from '#database/database-unavailable.ts'
import type { Queryable, Transaction } from '#database/database.ts'
import type { FileKind, FileName } from './files.ts'

const SWEPT_AT_ONCE = 100

export async function insertFile(
  db: Queryable,
  file: {
    readonly customer: CustomerNo
    readonly fileNo: string
    readonly kind: FileKind
    readonly digest: Buffer
    readonly sealedAs: string
    readonly putAt: Date
  },
): Promise<void> {
  await db.query(
    `INSERT INTO files (customer_no, file_no, kind, digest, seal_header, stored_at, unreferenced_since)
     VALUES ($1, $2, $3, $4, $5, $6, $6)`,
    [file.customer, file.fileNo, file.kind, file.digest, file.sealedAs, file.putAt],
  )
}

/** Sets or clears the time since which a file is not retained. Returns whether the file exists. */
export async function setLoose(
  db: Queryable,
  { customer, fileNo }: FileName,
  since: Date | undefined,
): Promise<boolean> {
  const rows = await db.query<{ file_no: string }>(
    `UPDATE files SET unreferenced_since = $3 WHERE customer_no = $1 AND file_no = $2 RETURNING file_no`,
    [customer, fileNo, since ?? null],
  )
  return rows.length > 0
}

/** The valid digests of the sealed bytes: two while a file is being resealed. */
export async function findDigests(
  db: Queryable,
  { customer, fileNo }: FileName,
): Promise<readonly Buffer[] | undefined> {
  const [row] = await db.query<{ digest: Buffer; next_digest: Buffer | null }>(
    `SELECT digest, next_digest FROM files WHERE customer_no = $1 AND file_no = $2`,
    [customer, fileNo],
  )
  return row && [row.digest, ...(row.next_digest ? [row.next_digest] : [])]
}

/** Some files of any customers that are not retained. */
export async function findUnreferencedFiles(
  db: Queryable,
  unreferencedSince: Date,
): Promise<FileName[]> {
  const rows = await db.query<{ customer_no: string; file_no: string }>(
    `SELECT customer_no, file_no FROM files WHERE unreferenced_since <= $1 LIMIT $2`,
    [unreferencedSince, SWEPT_AT_ONCE],
  )
  return rows.map((row) => ({ customer: customerNo(row.customer_no), fileNo: row.file_no }))
}

/**
 * Deletes a file that is still not retained. Returns false if it is retained again, or if another
 * server has deleted it or is doing so.
 */
export async function deleteUnreferencedFile(
  tx: Transaction,
  { customer, fileNo }: FileName,
  unreferencedSince: Date,
): Promise<boolean> {
  const locked = await tx.query<{ file_no: string }>(
    `SELECT file_no FROM files WHERE customer_no = $1 AND file_no = $2 AND unreferenced_since <= $3
        FOR UPDATE SKIP LOCKED`,
    [customer, fileNo, unreferencedSince],
  )
  if (locked.length === 0) return false
  await tx.query('DELETE FROM files WHERE customer_no = $1 AND file_no = $2', [customer, fileNo])
  return true
}

export async function setAllLoose(
  db: Queryable,
  { customer, since }: { readonly customer: CustomerNo; readonly since: Date },
): Promise<void> {
  await db.query(
    `UPDATE files SET unreferenced_since = $2 WHERE customer_no = $1 AND unreferenced_since IS NULL`,
    [customer, since],
  )
}

/** Storage of sealed bytes. A lender with an object store adds an adapter here. */
export type ObjectStore = {
  put(name: string, bytes: Buffer): Promise<void>
  get(name: string): Promise<Buffer | undefined>
  /** Deleting a missing object is not an error. */
  delete(name: string): Promise<void>
}

/** Stores objects as files in a folder. Names are generated, never the caller's. */
export function createFolderStore(folder: string): ObjectStore {
  const pathOf = (name: string) => {
    assert(/^[a-z0-9]{8,64}$/.test(name), `invalid object name ${name}`)
    return join(folder, name.slice(0, 2), name)
  }
  return {
    async put(name, bytes) {
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch(refuse)
      // Written under a temporary name first, so that a crash leaves no partial file.
      const draft = `${path}.${newId()}`
      try {
        await writeAndSync(draft, bytes)
        await rename(draft, path)
      } catch (cause) {
        await rm(draft, { force: true }).catch(() => {})
        refuse(cause)
      }
    },
    async get(name) {
      try {
        return await readFile(pathOf(name))
      } catch (cause) {
        if (isAbsent(cause)) return undefined
        throw cause
      }
    },
    delete: (name) => rm(pathOf(name), { force: true }),
  }
}

async function writeAndSync(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Error codes of a folder that is full, read-only or otherwise not writable. */
const UNWRITABLE = /^(ENOSPC|EDQUOT|EFBIG|EROFS|EACCES|EPERM|EIO|ENOTDIR|EEXIST)$/

function refuse(cause: unknown): never {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  throw UNWRITABLE.test(code) ? new WriteRefused(cause) : cause
}

function isAbsent(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
}
