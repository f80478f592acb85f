import type { Session } from '#platform/caller.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import type { SealedPlace } from '#platform/database/sealed-columns.ts'
import { placeIn } from '#platform/database/sealed-columns.ts'
import type { Vault } from '#platform/database/vault.ts'
import type { Services } from '#platform/services.ts'

/** A client names its device itself, and might name another one each time. */
const KEPT_MAX = 20

/** A place and an address belong to a person, so the whole of it is sealed. */
export async function saveTerminalOf(
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

/** What a vendor said of the phone of a session: its key, or nothing yet to the fingerprint it was asked for. */
export type VendorAnswer = { readonly key: string } | { readonly unanswered: string }

/** The answers of the two vendors in one session. A vendor that was never asked is missing. */
export type SessionDevices = {
  readonly first?: VendorAnswer | undefined
  readonly second?: VendorAnswer | undefined
}

type Deps = Pick<Services, 'vault' | 'now'>

/** Keeps what vendors answered. A key that is known already is not lost when its vendor fails later. */
export async function saveSessionDevices(
  tx: Transaction,
  { vault, now }: Deps,
  session: Session,
  answers: SessionDevices,
): Promise<void> {
  const known = await sessionDevices(tx, { vault }, session)
  const devices: SessionDevices = {
    first: better(known.first, answers.first),
    second: better(known.second, answers.second),
  }
  await tx.query(
    `INSERT INTO session_devices (customer_no, session_id, devices_sealed, told_at)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (customer_no, session_id) DO UPDATE SET
       devices_sealed = excluded.devices_sealed, told_at = excluded.told_at`,
    [session.customer, session.id, vault.seal(JSON.stringify(devices), placeOf(session)), now()],
  )
}

function better(known: VendorAnswer | undefined, told: VendorAnswer | undefined) {
  return known && 'key' in known && !(told && 'key' in told) ? known : told
}

/** What vendors answered in this session; another session's or customer's answers count for nothing. */
export async function sessionDevices(
  db: Queryable,
  { vault }: Pick<Services, 'vault'>,
  session: Session,
): Promise<SessionDevices> {
  const [row] = await db.query<{ devices_sealed: Buffer }>(
    'SELECT devices_sealed FROM session_devices WHERE customer_no = $1 AND session_id = $2',
    [session.customer, session.id],
  )
  // Sealed by the function above, which takes nothing else.
  return row ? (JSON.parse(vault.open(row.devices_sealed, placeOf(session))) as SessionDevices) : {}
}

function placeOf({ customer, id }: Session): SealedPlace {
  return placeIn('session_devices', customer, id)('devices_sealed')
}
