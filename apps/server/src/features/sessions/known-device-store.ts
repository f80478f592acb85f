import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import type { Vault } from '#platform/database/vault.ts'

/** A client names its device itself, and might name another one each time. */
const KEPT_MAX = 20

type Device = { readonly customer: CustomerNo; readonly deviceId: string | undefined }

export function deviceHashOf(vault: Vault, deviceId: string | undefined): Buffer | undefined {
  return deviceId === undefined ? undefined : vault.hash('session', `device ${deviceId}`)
}

/** A client that names no device is never a known one. */
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

/** Remembers the device of a sign-in; answers whether it is a new one. */
export async function rememberDevice(
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
