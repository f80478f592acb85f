import { customerNo } from '#ids.ts'
import type { Queryable, Transaction } from '#database/database.ts'
import type { FileName } from './files.ts'

/** A backup holds this lock shared until the bytes of the files are copied too. */
export const FILES_LOCK = 4_714_002

export async function tryLockFiles(tx: Transaction): Promise<boolean> {
  const [lock] = await tx.query<{ is_ours: boolean }>(
    `SELECT pg_try_advisory_xact_lock($1) AS is_ours`,
    [FILES_LOCK],
  )
  return lock?.is_ours === true
}

/** Files that are not sealed with the current key, in their order, from after one of them on. */
export async function staleFiles(
  db: Queryable,
  from: {
    readonly sealedAs: string
    readonly after: FileName | undefined
    readonly count: number
  },
): Promise<FileName[]> {
  const rows = await db.query<{ customer_no: string; file_no: string }>(
    `SELECT customer_no, file_no FROM files
      WHERE seal_header IS DISTINCT FROM $1 AND (customer_no, file_no) > ($2, $3)
      ORDER BY customer_no, file_no LIMIT $4`,
    [from.sealedAs, from.after?.customer ?? '', from.after?.fileNo ?? '', from.count],
  )
  return rows.map((row) => ({ customer: customerNo(row.customer_no), fileNo: row.file_no }))
}

export async function countStaleFiles(db: Queryable, sealedAs: string): Promise<number> {
  const [row] = await db.query<{ left: number }>(
    `SELECT count(*)::int AS left FROM files WHERE seal_header IS DISTINCT FROM $1`,
    [sealedAs],
  )
  return row?.left ?? 0
}

/** Saves the digest of the bytes that are to replace those of a file. */
export async function saveNextDigest(
  db: Queryable,
  { customer, fileNo }: FileName,
  digest: Buffer,
): Promise<void> {
  await db.query(`UPDATE files SET next_digest = $3 WHERE customer_no = $1 AND file_no = $2`, [
    customer,
    fileNo,
    digest,
  ])
}

/** Makes the saved digest the current one. Answers false when another one was saved meanwhile. */
export async function takeNextDigest(
  tx: Transaction,
  { customer, fileNo }: FileName,
  next: { readonly digest: Buffer; readonly sealedAs: string },
): Promise<boolean> {
  const updated = await tx.query(
    `UPDATE files SET digest = next_digest, next_digest = NULL, seal_header = $4
      WHERE customer_no = $1 AND file_no = $2 AND next_digest = $3 RETURNING file_no`,
    [customer, fileNo, next.digest, next.sealedAs],
  )
  return updated.length > 0
}
