import type { StoredSession } from '#features/sessions/index.ts'
import { recordSeenBodiesStart } from '#http/bodies/body-key-store.ts'
import { RequestRejected, failures, tooOften } from '#http/failure.ts'
import { WriteRefused } from '#platform/database/database-unavailable.ts'
import type { Queryable } from '#platform/database/database.ts'
import { secondsUntil } from '#platform/database/rate-limit-store.ts'
import { restrictToReading } from '#platform/database/read-only.ts'
import type { Vault } from '#platform/database/vault/vault.ts'
import { networkOf } from '#platform/caller.ts'
import { admitArrival, readArrival, rememberBodies } from './admission-store.ts'
import { boundedCache } from './bounded-cache.ts'

type Deps = {
  readonly database: Queryable
  readonly vault: Vault
  readonly blocksPerIpAndMinute: number
  readonly now: () => Date
}

export type Arrival = {
  readonly ip: string
  /** The cost of decrypting the body: one unit per block. */
  readonly cost: number
  /** Hashes of the ciphertexts. All must be new. */
  readonly ciphertexts: readonly Buffer[]
  readonly sessionSecret: string | undefined
}

export type Admission = {
  readonly session: StoredSession | undefined
  /** A body sealed before this time may already have been served without a record of it. */
  readonly rememberedSince: Date
}

/**
 * Admits a request before anything is decrypted: its network is within the rate limit, and its
 * ciphertext is new on all servers. The same statement reads the session, to save a round trip.
 */
export async function admit(deps: Deps, arrival: Arrival): Promise<Admission> {
  const { vault, blocksPerIpAndMinute } = deps
  const now = deps.now()
  const admission = admitArrival(deps.database, {
    limitHash: vault.hash('limit', `ip ${networkOf(arrival.ip)}`),
    cost: arrival.cost,
    limit: blocksPerIpAndMinute,
    ciphertexts: arrival.ciphertexts,
    secretHash:
      arrival.sessionSecret === undefined
        ? undefined
        : vault.hash('session', arrival.sessionSecret),
    now,
  })
  const admitted = await admission.catch((error: unknown) => {
    if (error instanceof WriteRefused) return undefined
    throw error
  })
  if (admitted === undefined) return admitToRead(deps, arrival)
  if (admitted.taken > blocksPerIpAndMinute) {
    throw new RequestRejected(tooOften(secondsUntil(admitted.endsAt, now)))
  }
  if (admitted.fresh !== arrival.ciphertexts.length) throw new RequestRejected(failures.unreadable)
  if (admitted.rememberedSince === undefined) await recordSeenBodiesStart(deps.database, now)
  return { session: admitted.session, rememberedSince: admitted.rememberedSince ?? now }
}

/**
 * The second check of a large body, after the rate limit and the session were checked from its
 * headers: its ciphertext must be new on all servers. Returns since when seen bodies are recorded.
 */
export async function assertNotSeen(
  { database, now }: Pick<Deps, 'database' | 'now'>,
  ciphertexts: readonly Buffer[],
): Promise<Date> {
  const at = now()
  const { fresh, rememberedSince } = await rememberBodies(database, { ciphertexts, now: at })
  if (fresh !== ciphertexts.length) throw new RequestRejected(failures.unreadable)
  if (rememberedSince === undefined) await recordSeenBodiesStart(database, at)
  return rememberedSince ?? at
}

const MINUTE_MS = 60_000
const BODIES_MAX = 100_000
const NETWORKS_MAX = 10_000

const seenBodies = boundedCache<true>(BODIES_MAX)
const takenBy = boundedCache<{ taken: number; readonly endsAt: number }>(NETWORKS_MAX)

/**
 * Admits a request for reading only, while storage cannot be written. Rate limits and seen bodies
 * are those of this process: a body replayed at another server can only read again, with the
 * session it was sent with.
 */
async function admitToRead(deps: Deps, arrival: Arrival): Promise<Admission> {
  const now = deps.now()
  restrictToReading()
  countLocally(deps, arrival, now)
  const ciphertexts = [...arrival.ciphertexts]
  const { sessionSecret } = arrival
  const found = await readArrival(deps.database, {
    ciphertexts,
    secretHash: sessionSecret === undefined ? undefined : deps.vault.hash('session', sessionSecret),
    now,
  })
  const names = ciphertexts.map((hash) => hash.toString('hex'))
  const isRepeated = found.wasSeen || names.some((name) => seenBodies.get(name))
  if (isRepeated) throw new RequestRejected(failures.unreadable)
  for (const name of names) seenBodies.set(name, true)
  // Without the start time, a new body cannot be distinguished from a repeated one.
  if (found.rememberedSince === undefined) throw new RequestRejected(failures.busy)
  return { session: found.session, rememberedSince: found.rememberedSince }
}

function countLocally(deps: Deps, { ip, cost }: Arrival, now: Date): void {
  const network = networkOf(ip)
  const known = takenBy.get(network)
  const count =
    known && known.endsAt > now.getTime() ? known : { taken: 0, endsAt: now.getTime() + MINUTE_MS }
  count.taken += cost
  takenBy.set(network, count)
  if (count.taken > deps.blocksPerIpAndMinute) {
    throw new RequestRejected(tooOften(Math.ceil((count.endsAt - now.getTime()) / 1000)))
  }
}
