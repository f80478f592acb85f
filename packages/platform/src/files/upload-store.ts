import type { CustomerNo } from '#ids.ts'
import type { Queryable } from '#database/database.ts'
import { placeIn } from '#database/vault/sealed-columns.ts'
import type { Vault } from '#database/vault/vault.ts'

/** The owner and purpose of an upload: the same file may be uploaded for two purposes. */
export type UploadKey = {
  /** The customer it is about. Empty for the lender's own files. */
  readonly customer: CustomerNo | ''
  /** The member of staff who uploads. Empty when the customer does. */
  readonly staffNo: string
  readonly about: string
  readonly uploadNo: string
}

export type KnownUpload = {
  readonly fileName: string
  readonly size: number
  readonly digestHash: Buffer
  readonly fileNo: string | undefined
}

const KEY = 'customer_no = $1 AND staff_no = $2 AND purpose = $3 AND upload_no = $4'

function valuesOf({
  customer,
  staffNo,
  about,
  uploadNo,
}: UploadKey): [string, string, string, string] {
  return [customer, staffNo, about, uploadNo]
}

type Row = { name_sealed: Buffer; size: number; digest_hash: Buffer; file_no: string | null }

const SELECT = `SELECT name_sealed, size, digest_hash, file_no FROM uploads WHERE ${KEY}`

export async function findUpload(
  db: Queryable,
  { vault }: { readonly vault: Vault },
  key: UploadKey,
): Promise<KnownUpload | undefined> {
  const [row] = await db.query<Row>(SELECT, valuesOf(key))
  if (!row) return undefined
  return {
    fileName: vault.open(row.name_sealed, placeIn('uploads', ...valuesOf(key))('name_sealed')),
    size: row.size,
    digestHash: row.digest_hash,
    fileNo: row.file_no ?? undefined,
  }
}

/**
 * Locks an upload. Of two requests that finish it, the second waits and sees that it is finished.
 */
export async function lockUpload(
  tx: Queryable,
  key: UploadKey,
): Promise<{ readonly fileNo: string | undefined } | undefined> {
  const [row] = await tx.query<Row>(`${SELECT} FOR UPDATE`, valuesOf(key))
  return row && { fileNo: row.file_no ?? undefined }
}

/** Starts an upload. An owner with too many unfinished ones loses the oldest. */
export async function insertUpload(
  db: Queryable,
  { vault }: { readonly vault: Vault },
  begun: {
    readonly key: UploadKey
    readonly known: Omit<KnownUpload, 'fileNo'>
    readonly at: Date
    readonly unfinishedMax: number
  },
): Promise<void> {
  const { key, known, at, unfinishedMax } = begun
  const owner = key.staffNo === '' ? `staff_no = $2 AND customer_no = $1` : `staff_no = $2`
  await db.query(
    `WITH pushed_out AS (
       DELETE FROM uploads WHERE (customer_no, staff_no, purpose, upload_no) IN (
         SELECT customer_no, staff_no, purpose, upload_no FROM uploads
          WHERE ${owner} AND file_no IS NULL
          ORDER BY started_at DESC OFFSET $9))
     INSERT INTO uploads
       (customer_no, staff_no, purpose, upload_no, name_sealed, size, digest_hash, started_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
    [
      ...valuesOf(key),
      vault.seal(known.fileName, placeIn('uploads', ...valuesOf(key))('name_sealed')),
      known.size,
      known.digestHash,
      at,
      unfinishedMax - 1,
    ],
  )
}

/** Stores a part, replacing an earlier copy. Does nothing if the upload is deleted or finished. */
export async function storeUploadPart(
  db: Queryable,
  { vault }: { readonly vault: Vault },
  part: { readonly key: UploadKey; readonly at: number; readonly bytes: Buffer },
): Promise<void> {
  const place = placeIn('upload_parts', ...valuesOf(part.key), part.at)('bytes_sealed')
  await db.query(
    `INSERT INTO upload_parts (customer_no, staff_no, purpose, upload_no, part_no, bytes_sealed)
     SELECT customer_no, staff_no, purpose, upload_no, $5, $6 FROM uploads
      WHERE ${KEY} AND file_no IS NULL FOR UPDATE
     ON CONFLICT (customer_no, staff_no, purpose, upload_no, part_no)
     DO UPDATE SET bytes_sealed = excluded.bytes_sealed`,
    [...valuesOf(part.key), part.at, vault.sealBytes(part.bytes, place)],
  )
}

/** The number of consecutive parts from the first on. */
export async function countParts(db: Queryable, key: UploadKey): Promise<number> {
  const [row] = await db.query<{ parts: number }>(
    `SELECT count(*)::int AS parts
       FROM (SELECT part_no, row_number() OVER (ORDER BY part_no) - 1 AS place
               FROM upload_parts WHERE ${KEY}) AS placed
      WHERE part_no = place`,
    valuesOf(key),
  )
  return row?.parts ?? 0
}

export async function readParts(
  db: Queryable,
  { vault }: { readonly vault: Vault },
  key: UploadKey,
): Promise<Buffer[]> {
  const rows = await db.query<{ part_no: number; bytes_sealed: Buffer }>(
    `SELECT part_no, bytes_sealed FROM upload_parts WHERE ${KEY} ORDER BY part_no`,
    valuesOf(key),
  )
  return rows.map((row) => {
    const place = placeIn('upload_parts', ...valuesOf(key), row.part_no)
    return vault.openBytes(row.bytes_sealed, place('bytes_sealed'))
  })
}

export async function deleteUpload(db: Queryable, key: UploadKey): Promise<void> {
  await db.query(`DELETE FROM uploads WHERE ${KEY}`, valuesOf(key))
}

/** Deletes the parts and records the resulting file. */
export async function endUpload(db: Queryable, key: UploadKey, fileNo: string): Promise<void> {
  await db.query(
    `WITH used AS (DELETE FROM upload_parts WHERE ${KEY})
     UPDATE uploads SET file_no = $5 WHERE ${KEY}`,
    [...valuesOf(key), fileNo],
  )
}

/** Forgets the upload of a deleted file, so that it can be uploaded again. */
export async function deleteUploadByFile(
  db: Queryable,
  { customer, fileNo }: { readonly customer: CustomerNo; readonly fileNo: string },
): Promise<void> {
  await db.query(`DELETE FROM uploads WHERE customer_no = $1 AND file_no = $2`, [customer, fileNo])
}

const SWEPT_AT_ONCE = 100

export async function deleteOldUploads(db: Queryable, begunBefore: Date): Promise<number> {
  const rows = await db.query<{ upload_no: string }>(
    `DELETE FROM uploads WHERE (customer_no, staff_no, purpose, upload_no) IN (
       SELECT customer_no, staff_no, purpose, upload_no FROM uploads WHERE started_at < $1
       LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING upload_no`,
    [begunBefore, SWEPT_AT_ONCE],
  )
  return rows.length
}
