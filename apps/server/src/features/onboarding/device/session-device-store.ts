import type { Session, SignedInCaller } from '@qingzhou/platform/caller'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import type { SealedPlace } from '@qingzhou/platform/database/vault/sealed-columns'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Vault } from '@qingzhou/platform/database/vault/vault'
import type { Services } from '#services.ts'

/** The client chooses its device id and could send a new one with each call. */
const KEPT_MAX = 20

/** Encrypts the whole record: location and IP address are personal data. */
export async function upsertTerminal(
  {
    database,
    vault,
    now,
  }: { readonly database: Queryable; readonly vault: Vault; readonly now: () => Date },
  saved: { readonly customer: CustomerNo; readonly deviceId: string; readonly terminal: object },
): Promise<void> {
  const device = vault.index('device', saved.deviceId)
  const place = placeIn('terminals', saved.customer, device)('terminal_sealed')
  await database.query(
    `WITH oldest AS (
       DELETE FROM terminals WHERE customer_no = $1 AND device_index IN (
         SELECT device_index FROM terminals WHERE customer_no = $1 AND device_index <> $2
         ORDER BY saved_at DESC, device_index OFFSET $5))
     INSERT INTO terminals (customer_no, device_index, terminal_sealed, saved_at)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (customer_no, device_index) DO UPDATE SET
       terminal_sealed = excluded.terminal_sealed, saved_at = excluded.saved_at`,
    [
      saved.customer,
      device,
      vault.seal(JSON.stringify(saved.terminal), place),
      now(),
      KEPT_MAX - 1,
    ],
  )
}

/**
 * A vendor's answer for the device of a session: its key, or the fingerprint for which it returned
 * no key.
 */
export type VendorAnswer = { readonly key: string } | { readonly unanswered: string }

/** The answers of both vendors in one session. A vendor that was never called is missing. */
export type SessionDevices = {
  readonly first?: VendorAnswer | undefined
  readonly second?: VendorAnswer | undefined
}

type Deps = Pick<Services, 'vault' | 'now'>

/** Stores the vendors' answers. A stored key is not overwritten when its vendor fails later. */
export async function saveSessionDevices(
  tx: Transaction,
  { vault, now }: Deps,
  session: Session,
  answers: SessionDevices,
): Promise<void> {
  const known = await findSessionDevices(tx, { vault }, session)
  const devices: SessionDevices = {
    first: better(known.first, answers.first),
    second: better(known.second, answers.second),
  }
  await tx.query(
    `INSERT INTO session_devices (customer_no, session_id, devices_sealed, answered_at)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (customer_no, session_id) DO UPDATE SET
       devices_sealed = excluded.devices_sealed, answered_at = excluded.answered_at`,
    [session.customer, session.id, vault.seal(JSON.stringify(devices), placeOf(session)), now()],
  )
}

function better(known: VendorAnswer | undefined, told: VendorAnswer | undefined) {
  return known && 'key' in known && !(told && 'key' in told) ? known : told
}

/** Returns the vendors' answers stored for this session. Answers of other sessions are ignored. */
export async function findSessionDevices(
  db: Queryable,
  { vault }: Pick<Services, 'vault'>,
  session: Session,
): Promise<SessionDevices> {
  const [row] = await db.query<{ devices_sealed: Buffer }>(
    'SELECT devices_sealed FROM session_devices WHERE customer_no = $1 AND session_id = $2',
    [session.customer, session.id],
  )
  // `saveSessionDevices` is the only writer, so the JSON has this type.
  return row ? (JSON.parse(vault.open(row.devices_sealed, placeOf(session))) as SessionDevices) : {}
}

/**
 * Whether the phone sends a key other than the one its vendor issued in this session. Then the
 * session has moved to another phone. Without a stored key nothing is known.
 */
export async function hasOtherDeviceKeys(
  db: Queryable,
  services: Pick<Services, 'vault'>,
  { session, deviceKeys }: Pick<SignedInCaller, 'session' | 'deviceKeys'>,
): Promise<boolean> {
  if (deviceKeys.first === undefined && deviceKeys.second === undefined) return false
  const known = await findSessionDevices(db, services, session)
  return differs(known.first, deviceKeys.first) || differs(known.second, deviceKeys.second)
}

function differs(answer: VendorAnswer | undefined, sent: string | undefined): boolean {
  return sent !== undefined && answer !== undefined && 'key' in answer && answer.key !== sent
}

function placeOf({ customer, id }: Session): SealedPlace {
  return placeIn('session_devices', customer, id)('devices_sealed')
}
