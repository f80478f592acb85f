import type { Queryable } from '#platform/database/database.ts'
import { WriteRefused } from '#platform/database/database-away.ts'
import { secondsUntil } from '#platform/database/rate-limit-store.ts'
import type { Vault } from '#platform/database/vault.ts'
import type { StoredSession } from '#features/sessions/index.ts'
import { networkOf } from '#platform/network-of.ts'
import { admitArrival, rememberBodies } from './admission-store.ts'
import { admitToRead } from './admission-to-read.ts'
import { rememberSince } from '#http/bodies/body-memory-store.ts'
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
    throw new TurnedAway(tooOften(secondsUntil(admitted.endsAt, now)))
  }
  if (admitted.fresh !== arrival.ciphertexts.length) throw new TurnedAway(failures.unreadable)
  if (admitted.rememberedSince === undefined) await rememberSince(deps.database, now)
  return { session: admitted.session, rememberedSince: admitted.rememberedSince ?? now }
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
  const { fresh, rememberedSince } = await rememberBodies(database, { ciphertexts, now: at })
  if (fresh !== ciphertexts.length) throw new TurnedAway(failures.unreadable)
  if (rememberedSince === undefined) await rememberSince(database, at)
  return rememberedSince ?? at
}
