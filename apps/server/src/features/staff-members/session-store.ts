import type { Queryable } from '#platform/database/database.ts'
import type { StaffRow } from './staff-store.ts'

export type NewSession = {
  readonly secretHash: Buffer
  readonly tokenHash: Buffer
  readonly staffNo: string
  readonly openedAt: Date
  readonly expiresAt: Date
}

export async function insertSession(db: Queryable, session: NewSession): Promise<void> {
  const { secretHash, tokenHash, staffNo, openedAt, expiresAt } = session
  await db.query(
    `INSERT INTO staff_sessions (secret_hash, token_hash, staff_no, opened_at, expires_at)
     VALUES ($1, $2, $3, $4, $5)`,
    [secretHash, tokenHash, staffNo, openedAt, expiresAt],
  )
}

export type SessionRow = StaffRow & { readonly token_hash: Buffer }

/** Who holds a session, as they are now and not as they were when it was opened. */
export async function findHolder(
  db: Queryable,
  { secretHash, now }: { readonly secretHash: Buffer; readonly now: Date },
): Promise<SessionRow | undefined> {
  const [row] = await db.query<SessionRow>(
    `SELECT staff_no, username, name_sealed, avatar, roles, token_hash
       FROM staff_sessions JOIN staff USING (staff_no)
      WHERE secret_hash = $1 AND expires_at > $2 AND is_active`,
    [secretHash, now],
  )
  return row
}

export async function deleteSession(db: Queryable, secretHash: Buffer): Promise<void> {
  await db.query('DELETE FROM staff_sessions WHERE secret_hash = $1', [secretHash])
}

export async function deleteSessionsOf(db: Queryable, staffNo: string): Promise<void> {
  await db.query('DELETE FROM staff_sessions WHERE staff_no = $1', [staffNo])
}
