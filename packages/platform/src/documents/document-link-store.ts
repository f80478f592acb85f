import { newToken, type CustomerNo } from '#ids.ts'
import type { Queryable } from '#database/database.ts'
import type { PlatformServices } from '#services.ts'
import { DOCUMENTS_PATH } from './print.ts'

const VALID_MS = 5 * 60_000

type Deps = Pick<PlatformServices, 'vault' | 'now'>

/**
 * A document of a customer: an agreement or a certificate by its number, or the statement of a
 * month.
 */
export type DocumentKey = {
  readonly customer: CustomerNo
  readonly kind: 'agreement' | 'statement' | 'certificate'
  readonly reference: string
}

/** Creates a single-use link to a document for the customer who requested it. */
export async function createDocumentLink(
  db: Queryable,
  { vault, now }: Deps,
  { customer, kind, reference }: DocumentKey,
): Promise<string> {
  const token = newToken(24)
  const expiresAt = new Date(now().getTime() + VALID_MS)
  await db.query(
    `WITH swept AS (
       DELETE FROM document_links WHERE token_hash IN (
         SELECT token_hash FROM document_links WHERE expires_at < $6 LIMIT 20 FOR UPDATE SKIP LOCKED))
     INSERT INTO document_links (token_hash, customer_no, kind, reference, expires_at)
     VALUES ($1, $2, $3, $4, $5)`,
    [vault.hash('link', token), customer, kind, reference, expiresAt, now()],
  )
  return `${DOCUMENTS_PATH}/${token}`
}

/**
 * Uses up a link of the customer and returns its document. Another customer's link stays unused.
 */
export async function consumeDocumentLink(
  db: Queryable,
  { vault, now }: Deps,
  { customer, token }: { readonly customer: CustomerNo; readonly token: string },
): Promise<DocumentKey | undefined> {
  const [row] = await db.query<{ kind: DocumentKey['kind']; reference: string }>(
    `DELETE FROM document_links WHERE token_hash = $1 AND customer_no = $2 AND expires_at > $3
     RETURNING kind, reference`,
    [vault.hash('link', token), customer, now()],
  )
  return row && { customer, kind: row.kind, reference: row.reference }
}
