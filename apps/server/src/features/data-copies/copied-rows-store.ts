import type { Queryable } from '@qingzhou/platform/database/database'
import type { CustomerNo } from '@qingzhou/platform/ids'

export type StoredRow = Readonly<Record<string, unknown>>

/** The key by which the rows of a customer are found. */
type RowKey = { readonly customer: CustomerNo } | { readonly phoneIndex: Buffer }

/** The rows of a table about a customer, as JSON. The table comes from the copy plan. */
export async function listRows(db: Queryable, table: string, key: RowKey): Promise<StoredRow[]> {
  const value = 'customer' in key ? key.customer : key.phoneIndex
  const rows = await db.query<{ row: StoredRow }>(statementFor(table, key), [value])
  return rows.map(({ row }) => row)
}

function statementFor(table: string, key: RowKey): string {
  const rows = `SELECT to_jsonb(stored) AS row FROM ${table} AS stored`
  if ('customer' in key) return `${rows} WHERE customer_no = $1 ORDER BY 1`
  return `${rows} WHERE phone_index = $1 ORDER BY 1`
}

/** The files of a customer that something refers to, without earlier copies. */
export async function listReferencedFiles(
  db: Queryable,
  customer: CustomerNo,
): Promise<{ readonly fileNo: string; readonly kind: string }[]> {
  const rows = await db.query<{ file_no: string; kind: string }>(
    `SELECT file_no, kind FROM files
      WHERE customer_no = $1 AND unreferenced_since IS NULL AND kind <> 'data-copy'
      ORDER BY stored_at, file_no`,
    [customer],
  )
  return rows.map(({ file_no: fileNo, kind }) => ({ fileNo, kind }))
}
