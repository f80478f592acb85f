import { customerNo, type CustomerNo } from '#customer-no.ts'
import type { Queryable } from '#database/database.ts'

/** A session as stored: hashes only, so that a stolen table opens no session. */
export type StoredSession = {
  readonly id: string
  readonly customer: CustomerNo
  readonly tokenHash: Buffer
  readonly expiresAt: Date
}

export async function insertSession(
  db: Queryable,
  session: StoredSession & {
    readonly secretHash: Buffer
    readonly deviceHash: Buffer | undefined
    readonly openedAt: Date
  },
): Promise<void> {
  await db.query(
    `WITH ended AS (DELETE FROM sessions WHERE customer_no = $4 AND device_hash = $5)
     INSERT INTO sessions
       (secret_hash, token_hash, session_id, customer_no, device_hash, opened_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      session.secretHash,
      session.tokenHash,
      session.id,
      session.customer,
      session.deviceHash,
      session.openedAt,
      session.expiresAt,
    ],
  )
}

export async function findBySecret(
  db: Queryable,
  { secretHash, now }: { readonly secretHash: Buffer; readonly now: Date },
): Promise<StoredSession | undefined> {
  const [row] = await db.query<SessionRow>(
    `SELECT session_id, customer_no, token_hash, expires_at
       FROM sessions WHERE secret_hash = $1 AND expires_at > $2`,
    [secretHash, now],
  )
  return row && sessionOfRow(row)
}

export type SessionRow = {
  readonly session_id: string
  readonly customer_no: string
  readonly token_hash: Buffer
  readonly expires_at: Date
}

export function sessionOfRow(row: SessionRow): StoredSession {
  return {
    id: row.session_id,
    customer: customerNo(row.customer_no),
    tokenHash: row.token_hash,
    expiresAt: row.expires_at,
  }
}

export async function extendSession(
  db: Queryable,
  { id, expiresAt }: { readonly id: string; readonly expiresAt: Date },
): Promise<void> {
  await db.query('UPDATE sessions SET expires_at = $2 WHERE session_id = $1', [id, expiresAt])
}

export async function deleteSession(db: Queryable, id: string): Promise<void> {
  await db.query('DELETE FROM sessions WHERE session_id = $1', [id])
}

export async function deleteSessionsOf(db: Queryable, customer: CustomerNo): Promise<void> {
  await db.query('DELETE FROM sessions WHERE customer_no = $1', [customer])
}
