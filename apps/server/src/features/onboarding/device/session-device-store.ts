import type { Session, SignedInCaller } from '@qingzhou/platform/caller'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import type { SealedPlace } from '@qingzhou/platform/database/vault/sealed-columns'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Vault } from '@qingzhou/platform/database/vault/vault'
import { Refused } from '@qingzhou/platform/refused'
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
 * no key. Missing if the vendor was not asked, or refused the fingerprint.
 */
export type VendorAnswer = { readonly key: string } | { readonly unanswered: string }

/** The answers of both vendors in one session. A vendor that was never called is missing. */
export type SessionDevices = {
  readonly first?: VendorAnswer | undefined
  readonly second?: VendorAnswer | undefined
}

type Deps = Pick<Services, 'vault' | 'now'>

/**
 * Binds a session to the vendors' answers. The first key of a vendor stays for the whole session, so
 * that a stolen session cannot be bound to another phone.
 */
export async function bindSessionDevices(
  tx: Transaction,
  { vault, now }: Deps,
  session: Session,
  answers: SessionDevices,
): Promise<void> {
  const sealed = (devices: SessionDevices) => vault.seal(JSON.stringify(devices), placeOf(session))
  const isFirst = await tx.query(
    `INSERT INTO session_devices (customer_no, session_id, devices_sealed, answered_at)
     VALUES ($1, $2, $3, $4) ON CONFLICT (customer_no, session_id) DO NOTHING RETURNING true`,
    [session.customer, session.id, sealed(answers), now()],
  )
  if (isFirst.length > 0) return
  const known = await findSessionDevices(tx, { vault }, session, 'FOR UPDATE')
  await tx.query(
    'UPDATE session_devices SET devices_sealed = $3 WHERE customer_no = $1 AND session_id = $2',
    [
      session.customer,
      session.id,
      sealed({
        first: keyIn(known?.first) === undefined ? answers.first : known?.first,
        second: keyIn(known?.second) === undefined ? answers.second : known?.second,
      }),
    ],
  )
}

/** Returns the vendors' answers of this session, if they were asked in it. */
export async function findSessionDevices(
  db: Queryable,
  { vault }: Pick<Services, 'vault'>,
  session: Session,
  lock: 'FOR UPDATE' | '' = '',
): Promise<SessionDevices | undefined> {
  const [row] = await db.query<{ devices_sealed: Buffer }>(
    `SELECT devices_sealed FROM session_devices WHERE customer_no = $1 AND session_id = $2 ${lock}`,
    [session.customer, session.id],
  )
  // `bindSessionDevices` is the only writer, so the JSON has this type.
  return row && (JSON.parse(vault.open(row.devices_sealed, placeOf(session))) as SessionDevices)
}

type Sending = Pick<SignedInCaller, 'session' | 'deviceKeys'>

/**
 * Refuses a phone that has not bound the session to its keys, or leaves out a key that the session
 * has. `same` also refuses other keys.
 */
export async function requireDeviceKeys(
  db: Queryable,
  services: Pick<Services, 'vault'>,
  { session, deviceKeys }: Sending,
  wanted: 'sent' | 'same',
): Promise<void> {
  const pairs = pairsOf(await findSessionDevices(db, services, session), deviceKeys)
  if (pairs.every(isSent) && (wanted === 'sent' || !pairs.some(differs))) return
  throw new Refused({ kind: 'device-unconfirmed' })
}

/**
 * Whether the phone sends a key other than the one its vendor issued in this session. Then the
 * session has moved to another phone. Without a stored key nothing is known.
 */
export async function hasOtherDeviceKeys(
  db: Queryable,
  services: Pick<Services, 'vault'>,
  { session, deviceKeys }: Sending,
): Promise<boolean> {
  if (deviceKeys.first === undefined && deviceKeys.second === undefined) return false
  return pairsOf(await findSessionDevices(db, services, session), deviceKeys).some(differs)
}

type Pair = readonly [answer: VendorAnswer | undefined, sent: string | undefined]

function pairsOf(bound: SessionDevices | undefined, sent: Sending['deviceKeys']): Pair[] {
  return [
    [bound?.first, sent.first],
    [bound?.second, sent.second],
  ]
}

/** A vendor that does not answer gives no key to send. One that was not asked properly is a key left out. */
function isSent([answer, sent]: Pair): boolean {
  return answer !== undefined && (keyIn(answer) === undefined || sent !== undefined)
}

function differs([answer, sent]: Pair): boolean {
  const key = keyIn(answer)
  return key !== undefined && sent !== undefined && key !== sent
}

export function keyIn(answer: VendorAnswer | undefined): string | undefined {
  return answer && 'key' in answer ? answer.key : undefined
}

function placeOf({ customer, id }: Session): SealedPlace {
  return placeIn('session_devices', customer, id)('devices_sealed')
}
