import type { Queryable } from '#platform/database/database.ts'
import { WriteRefused } from '#platform/database/database-away.ts'
import { secondsUntil } from '#platform/database/limiter.ts'
import type { Vault } from '#platform/database/vault.ts'
import { sessionOfRow, type SessionRow, type StoredSession } from '#features/sessions/index.ts'
import { networkOf } from '#platform/network-of.ts'
import { admitToRead } from './admission-to-read.ts'
import { BEGINNING, rememberSince } from '#http/bodies/body-memory.ts'
import { failures, tooOften, TurnedAway } from '#http/failure.ts'

type Deps = {
  readonly database: Queryable
  readonly vault: Vault
  readonly blocksPerIpAndMinute: number
  readonly now: () => Date
}

export type Arrival = {
  readonly ip: string
  /** What opening the body costs: as many units as it has blocks. */
  readonly cost: number
  /** Hashes of the ciphertexts, none of which may have come before. */
  readonly ciphertexts: readonly Buffer[]
  readonly sessionSecret: string | undefined
}

export type Admission = {
  readonly session: StoredSession | undefined
  /** A body sealed earlier may have come before, and nobody would know. */
  readonly rememberedSince: Date
}

/**
 * Lets a request in before anything of it is decrypted: its address is not over the limit, and its
 * ciphertext is new on all servers. The session is read along, so that all costs one round trip.
 */
export async function admit(deps: Deps, arrival: Arrival): Promise<Admission> {
  const { vault, blocksPerIpAndMinute } = deps
  const now = deps.now()
  const asked = deps.database.query<AdmissionRow>(ADMIT_SQL, [
    vault.hash('limit', `ip ${networkOf(arrival.ip)}`),
    now,
    arrival.cost,
    blocksPerIpAndMinute,
    // In one order everywhere, so that two requests never wait for each other in a circle.
    arrival.ciphertexts.toSorted((one, other) => one.compare(other)),
    arrival.sessionSecret === undefined ? null : vault.hash('session', arrival.sessionSecret),
    BEGINNING,
  ])
  const rows = await asked.catch((error: unknown) => {
    if (error instanceof WriteRefused) return undefined
    throw error
  })
  if (rows === undefined) return admitToRead(deps, arrival)
  const [row] = rows
  if (!row) throw new Error('the admission statement always answers one row')
  if (row.taken > blocksPerIpAndMinute) {
    throw new TurnedAway(tooOften(secondsUntil(row.ends_at, now)))
  }
  if (row.fresh !== arrival.ciphertexts.length) throw new TurnedAway(failures.unreadable)
  if (row.remembered_since === null) await rememberSince(deps.database, now)
  return {
    session: isSession(row) ? sessionOfRow(row) : undefined,
    rememberedSince: row.remembered_since ?? now,
  }
}

/**
 * The second step for a large body, whose rate and session were checked from its headers: its
 * ciphertext is new on all servers. Returns since when bodies are remembered.
 */
export async function assertNotSeen(
  { database, now }: Pick<Deps, 'database' | 'now'>,
  ciphertexts: readonly Buffer[],
): Promise<Date> {
  const at = now()
  const [row] = await database.query<Pick<AdmissionRow, 'fresh' | 'remembered_since'>>(SEEN_SQL, [
    ciphertexts,
    at,
    BEGINNING,
  ])
  if (row?.fresh !== ciphertexts.length) throw new TurnedAway(failures.unreadable)
  if (row.remembered_since === null) await rememberSince(database, at)
  return row.remembered_since ?? at
}

type AdmissionRow = {
  readonly taken: number
  readonly ends_at: Date
  readonly fresh: number
  readonly remembered_since: Date | null
} & {
  readonly [Column in keyof SessionRow]: SessionRow[Column] | null
}

function isSession(row: AdmissionRow): row is AdmissionRow & SessionRow {
  return row.session_id !== null
}

const ADMIT_SQL = `
  WITH counted AS (
    INSERT INTO rate_limits AS known (key_hash, taken, ends_at)
    VALUES ($1, $3, $2::timestamptz + interval '1 minute')
    ON CONFLICT (key_hash) DO UPDATE SET
      taken = CASE WHEN known.ends_at <= $2 THEN $3 ELSE LEAST(known.taken, $4) + $3 END,
      ends_at = CASE WHEN known.ends_at <= $2 THEN excluded.ends_at ELSE known.ends_at END
    RETURNING taken, ends_at
  ), fresh AS (
    INSERT INTO seen_bodies (body_hash, seen_at)
    SELECT body_hash, $2 FROM unnest($5::bytea[]) AS body_hash
     WHERE (SELECT taken FROM counted) <= $4
    ON CONFLICT DO NOTHING
    RETURNING 1
  )
  SELECT counted.taken, counted.ends_at, (SELECT count(*)::int FROM fresh) AS fresh,
         (SELECT seen_at FROM seen_bodies WHERE body_hash = $7) AS remembered_since,
         session_id, customer_no, token_hash, expires_at
    FROM counted
    LEFT JOIN sessions ON secret_hash = $6 AND expires_at > $2`

const SEEN_SQL = `
  WITH fresh AS (
    INSERT INTO seen_bodies (body_hash, seen_at)
    SELECT body_hash, $2 FROM unnest($1::bytea[]) AS body_hash
    ON CONFLICT DO NOTHING
    RETURNING 1
  )
  SELECT (SELECT count(*)::int FROM fresh) AS fresh,
         (SELECT seen_at FROM seen_bodies WHERE body_hash = $3) AS remembered_since`
