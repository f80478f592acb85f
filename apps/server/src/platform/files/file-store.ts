import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
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
    `INSERT INTO files (customer_no, file_no, kind, digest, sealed_as, put_at, loose_since)
     VALUES ($1, $2, $3, $4, $5, $6, $6)`,
    [file.customer, file.fileNo, file.kind, file.digest, file.sealedAs, file.putAt],
  )
}

/** Whether there is such a file. Loose since no moment: it is held. */
export async function setLoose(
  db: Queryable,
  { customer, fileNo }: FileName,
  since: Date | undefined,
): Promise<boolean> {
  const rows = await db.query<{ file_no: string }>(
    `UPDATE files SET loose_since = $3 WHERE customer_no = $1 AND file_no = $2 RETURNING file_no`,
    [customer, fileNo, since ?? null],
  )
  return rows.length > 0
}

/** What the sealed bytes may be: while a file is sealed anew, the old ones or the new ones. */
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

/** Several servers may sweep at once: each takes files that no other has taken. */
export async function deleteLooseFiles(db: Queryable, looseSince: Date): Promise<string[]> {
  const rows = await db.query<{ file_no: string }>(
    `DELETE FROM files WHERE (customer_no, file_no) IN (
       SELECT customer_no, file_no FROM files WHERE loose_since <= $1
       LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING file_no`,
    [looseSince, SWEPT_AT_ONCE],
  )
  return rows.map((row) => row.file_no)
}

export async function setAllLoose(
  db: Queryable,
  { customer, since }: { readonly customer: CustomerNo; readonly since: Date },
): Promise<void> {
  await db.query(
    `UPDATE files SET loose_since = $2 WHERE customer_no = $1 AND loose_since IS NULL`,
    [customer, since],
  )
}
