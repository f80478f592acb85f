import type { Queryable } from '#platform/database/database.ts'
import { WriteRefused } from '#platform/database/database-unavailable.ts'
import { secondsUntil } from '#platform/database/rate-limit-store.ts'
import type { Vault } from '#platform/database/vault/vault.ts'
import type { StoredSession } from '#features/sessions/index.ts'
import { networkOf } from '#platform/network-of.ts'
import { admitArrival, rememberBodies } from './admission-store.ts'
import { admitToRead } from './admission-to-read.ts'
import { recordSeenBodiesStart } from '#http/bodies/seen-bodies-store.ts'
import { failures, tooOften, RequestRejected } from '#http/failure.ts'

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
  const asked = admitArrival(deps.database, {
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
  const admitted = await asked.catch((error: unknown) => {
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
