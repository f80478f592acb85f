import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import type { CustomerNo } from '@qingzhou/platform/ids'

export type CopyKey = { readonly customer: CustomerNo; readonly requestNo: string }

/** A copy of personal data that a customer asked for. */
export type DataCopy = {
  readonly requestNo: string
  readonly state: 'preparing' | 'ready' | 'expired'
  /** The part of the tables that has been read. */
  readonly percent: number
  readonly requestedAt: Date
  readonly expiresAt: Date | undefined
  readonly fileNo: string | undefined
  readonly bytes: number | undefined
  readonly downloads: number
}

/** The copies of a customer, the newest first. */
export async function listCopies(db: Queryable, customer: CustomerNo): Promise<DataCopy[]> {
  const rows = await db.query<{
    request_no: string
    state: DataCopy['state']
    tables_read: number
    tables_total: number
    requested_at: Date
    expires_at: Date | null
    file_no: string | null
    bytes: number | null
    downloads: number
  }>(
    `SELECT request_no, state, tables_read, tables_total, requested_at, expires_at, file_no, bytes, downloads
       FROM data_copies WHERE customer_no = $1 ORDER BY requested_at DESC, request_no`,
    [customer],
  )
  return rows.map((row) => ({
    requestNo: row.request_no,
    state: row.state,
    percent: Math.floor((row.tables_read * 100) / row.tables_total),
    requestedAt: row.requested_at,
    expiresAt: row.expires_at ?? undefined,
    fileNo: row.file_no ?? undefined,
    bytes: row.bytes ?? undefined,
    downloads: row.downloads,
  }))
}

/** Locks the customer, so that two phones do not ask at once. */
export async function lockCustomerForCopy(tx: Transaction, customer: CustomerNo): Promise<void> {
  await tx.query('SELECT FROM customers WHERE customer_no = $1 FOR UPDATE', [customer])
}

export async function insertCopy(
  tx: Transaction,
  {
    customer,
    requestNo,
    tablesTotal,
    at,
  }: CopyKey & { readonly tablesTotal: number; readonly at: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO data_copies (customer_no, request_no, state, tables_total, requested_at)
     VALUES ($1, $2, 'preparing', $3, $4)`,
    [customer, requestNo, tablesTotal, at],
  )
}

/** Returns false if the copy is not being prepared any more. */
export async function saveProgress(
  db: Queryable,
  { customer, requestNo, tablesRead }: CopyKey & { readonly tablesRead: number },
): Promise<boolean> {
  const rows = await db.query<{ request_no: string }>(
    `UPDATE data_copies SET tables_read = $3
      WHERE customer_no = $1 AND request_no = $2 AND state = 'preparing' RETURNING request_no`,
    [customer, requestNo, tablesRead],
  )
  return rows.length > 0
}

/** Returns false if the copy is not being prepared any more. */
export async function markReady(
  tx: Transaction,
  ready: CopyKey & {
    readonly fileNo: string
    readonly bytes: number
    readonly digest: Buffer
    readonly at: Date
    readonly expiresAt: Date
  },
): Promise<boolean> {
  const { customer, requestNo, fileNo, bytes, digest, at, expiresAt } = ready
  const rows = await tx.query<{ request_no: string }>(
    `UPDATE data_copies
        SET state = 'ready', tables_read = tables_total, file_no = $3, bytes = $4, digest = $5,
            ready_at = $6, expires_at = $7
      WHERE customer_no = $1 AND request_no = $2 AND state = 'preparing' RETURNING request_no`,
    [customer, requestNo, fileNo, bytes, digest, at, expiresAt],
  )
  return rows.length > 0
}

/** Ends the download of a copy. Returns the file that is no longer referred to. */
export async function markExpired(
  tx: Transaction,
  { customer, requestNo, at }: CopyKey & { readonly at: Date },
): Promise<string | undefined> {
  const [row] = await tx.query<{ file_no: string | null }>(
    `SELECT file_no FROM data_copies
      WHERE customer_no = $1 AND request_no = $2 AND state = 'ready' FOR UPDATE`,
    [customer, requestNo],
  )
  if (row?.file_no === undefined || row.file_no === null) return undefined
  await tx.query(
    `UPDATE data_copies SET state = 'expired', file_no = NULL, expired_at = $3
      WHERE customer_no = $1 AND request_no = $2`,
    [customer, requestNo, at],
  )
  return row.file_no
}

export async function countDownload(
  db: Queryable,
  { customer, requestNo, at }: CopyKey & { readonly at: Date },
): Promise<void> {
  await db.query(
    `UPDATE data_copies SET downloads = downloads + 1, downloaded_at = $3
      WHERE customer_no = $1 AND request_no = $2`,
    [customer, requestNo, at],
  )
}
