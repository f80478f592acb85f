import type { Session } from '@qingzhou/platform/caller'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import type { Vault } from '@qingzhou/platform/database/vault/vault'

/** The client chooses its device id and could send a new one with each call. */
const KEPT_MAX = 20

type Device = { readonly customer: CustomerNo; readonly deviceId: string | undefined }

export function deviceHashOf(vault: Vault, deviceId: string | undefined): Buffer | undefined {
  return deviceId === undefined ? undefined : vault.hash('session', `device ${deviceId}`)
}

/** Without a device id a device is never known. */
export async function isKnownDevice(
  db: Queryable,
  { vault }: { readonly vault: Vault },
  { customer, deviceId }: Device,
): Promise<boolean> {
  const rows = await db.query(
    `SELECT FROM known_devices WHERE customer_no = $1 AND device_hash = $2`,
    [customer, deviceHashOf(vault, deviceId)],
  )
  return rows.length > 0
}

/** Whether a session was opened on a device. A session opened without a device id may be anywhere. */
export async function isDeviceOfSession(
  db: Queryable,
  { vault }: { readonly vault: Vault },
  { session, deviceId }: { readonly session: Session; readonly deviceId: string | undefined },
): Promise<boolean> {
  const [row] = await db.query<{ device_hash: Buffer | null }>(
    'SELECT device_hash FROM sessions WHERE customer_no = $1 AND session_id = $2',
    [session.customer, session.id],
  )
  const openedOn = row?.device_hash ?? undefined
  return openedOn === undefined || deviceHashOf(vault, deviceId)?.equals(openedOn) === true
}

/** Stores the device of a sign-in; returns whether it is new. */
export async function saveDevice(
  db: Queryable,
  { vault, now }: { readonly vault: Vault; readonly now: () => Date },
  { customer, deviceId }: Device,
): Promise<boolean> {
  const hash = deviceHashOf(vault, deviceId)
  if (hash === undefined) return true
  const [row] = await db.query<{ is_new: boolean }>(
    `WITH oldest AS (
       DELETE FROM known_devices WHERE customer_no = $1 AND device_hash IN (
         SELECT device_hash FROM known_devices WHERE customer_no = $1 AND device_hash <> $2
         ORDER BY last_seen_at DESC, device_hash OFFSET $4))
     INSERT INTO known_devices (customer_no, device_hash, last_seen_at) VALUES ($1, $2, $3)
     ON CONFLICT (customer_no, device_hash) DO UPDATE SET last_seen_at = excluded.last_seen_at
     RETURNING xmax = 0 AS is_new`,
    [customer, hash, now(), KEPT_MAX - 1],
  )
  return row?.is_new ?? true
}

/** Maximum lifetime of a session, however often it is used. */
export const SESSION_DAYS_MAX = 30

/** The linked app by which a session was opened. */
export type SessionApp = 'wallet' | 'messenger'

/** A session as stored: hashes only, so that a stolen table opens no session. */
export type StoredSession = {
  readonly id: string
  readonly customer: CustomerNo
  readonly tokenHash: Buffer
  readonly expiresAt: Date
  /** It may only make the face check that returns the access after a stolen phone. */
  readonly awaitsFace: boolean
}

export async function insertSession(
  db: Queryable,
  session: StoredSession & {
    readonly secretHash: Buffer
    readonly deviceHash: Buffer | undefined
    readonly openedAt: Date
    readonly deviceName: string
    readonly app: SessionApp | undefined
  },
): Promise<void> {
  await db.query(
    `WITH ended AS (DELETE FROM sessions WHERE customer_no = $4 AND device_hash = $5)
     INSERT INTO sessions
       (secret_hash, token_hash, session_id, customer_no, device_hash, opened_at, expires_at,
        last_used_at, device_name, app, awaits_face)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $6, $8, $9, $10)`,
    [
      session.secretHash,
      session.tokenHash,
      session.id,
      session.customer,
      session.deviceHash,
      session.openedAt,
      session.expiresAt,
      session.deviceName,
      session.app,
      session.awaitsFace,
    ],
  )
}

export async function findBySecret(
  db: Queryable,
  { secretHash, now }: { readonly secretHash: Buffer; readonly now: Date },
): Promise<StoredSession | undefined> {
  const [row] = await db.query<SessionRow>(
    `SELECT session_id, customer_no, token_hash, expires_at, awaits_face
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
  readonly awaits_face: boolean
}

export function sessionOfRow(row: SessionRow): StoredSession {
  return {
    id: row.session_id,
    customer: customerNo(row.customer_no),
    tokenHash: row.token_hash,
    expiresAt: row.expires_at,
    awaitsFace: row.awaits_face,
  }
}

/** The face check has passed: the sessions of the customer may make every call. */
export async function admitSessions(db: Queryable, customer: CustomerNo): Promise<void> {
  await db.query(`UPDATE sessions SET awaits_face = false WHERE customer_no = $1 AND awaits_face`, [
    customer,
  ])
}

/** Records the use of a session and extends it up to its maximum lifetime. */
export async function extendSession(
  db: Queryable,
  used: { readonly id: string; readonly usedAt: Date; readonly expiresAt: Date },
): Promise<void> {
  await db.query(
    `UPDATE sessions SET
       last_used_at = $2, expires_at = least($3, opened_at + make_interval(days => $4))
     WHERE session_id = $1`,
    [used.id, used.usedAt, used.expiresAt, SESSION_DAYS_MAX],
  )
}

/** A session as listed for its owner. */
export type ListedSession = {
  readonly id: string
  readonly deviceName: string
  readonly app: SessionApp | undefined
  readonly openedAt: Date
  readonly lastUsedAt: Date
}

/** The valid sessions of a customer, last used first. */
export async function listSessions(
  db: Queryable,
  { now }: { readonly now: () => Date },
  customer: CustomerNo,
): Promise<readonly ListedSession[]> {
  const rows = await db.query<{
    session_id: string
    device_name: string
    app: SessionApp | null
    opened_at: Date
    last_used_at: Date
  }>(
    `SELECT session_id, device_name, app, business_moment(opened_at) AS opened_at,
            business_moment(last_used_at) AS last_used_at FROM sessions
      WHERE customer_no = $1 AND expires_at > $2 ORDER BY sessions.last_used_at DESC, session_id`,
    [customer, now()],
  )
  return rows.map((row) => ({
    id: row.session_id,
    deviceName: row.device_name,
    app: row.app ?? undefined,
    openedAt: row.opened_at,
    lastUsedAt: row.last_used_at,
  }))
}

export async function deleteSession(db: Queryable, id: string): Promise<void> {
  await db.query('DELETE FROM sessions WHERE session_id = $1', [id])
}

export async function deleteCustomerSessions(db: Queryable, customer: CustomerNo): Promise<void> {
  await db.query('DELETE FROM sessions WHERE customer_no = $1', [customer])
}

export async function deleteOwnSession(
  db: Queryable,
  { customer, id }: { readonly customer: CustomerNo; readonly id: string },
): Promise<void> {
  await db.query('DELETE FROM sessions WHERE customer_no = $1 AND session_id = $2', [customer, id])
}

/** Deletes the sessions opened through a linked app, except one. */
export async function deleteSessionsOfApp(
  db: Queryable,
  ended: { readonly customer: CustomerNo; readonly app: SessionApp; readonly exceptId: string },
): Promise<void> {
  await db.query('DELETE FROM sessions WHERE customer_no = $1 AND app = $2 AND session_id <> $3', [
    ended.customer,
    ended.app,
    ended.exceptId,
  ])
}
