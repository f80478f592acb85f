import type { StoredSession } from '#features/sessions/index.ts'
import { recordSeenBodiesStart } from '#http/bodies/body-key-store.ts'
import { RequestRejected, failures, tooOften } from '#http/failure.ts'
import { WriteRefused } from '@qingzhou/platform/database/database-unavailable'
import type { Queryable } from '@qingzhou/platform/database/database'
import type { Pipeline } from '@qingzhou/platform/database/pipeline/sender'
import { askPerTurn } from '@qingzhou/platform/database/pipeline/turns'
import { secondsUntil } from '@qingzhou/platform/database/rate-limit-store'
import { restrictToReading } from '@qingzhou/platform/database/read-only'
import type { Vault } from '@qingzhou/platform/database/vault/vault'
import { networkOf } from '@qingzhou/platform/caller'
import {
  admitArrivals,
  readArrival,
  rememberBodies,
  type AdmittedCall,
  type ArrivedCall,
} from './admission-store.ts'
import { boundedCache } from './bounded-cache.ts'

type Deps = {
  readonly database: Queryable
  readonly vault: Vault
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
export type Admit = (arrival: Arrival) => Promise<Admission>

export function createAdmit(
  deps: Deps,
  settings: { readonly blocksPerIpAndMinute: number; readonly pipeline: Pipeline },
): Admit {
  const { database, vault } = deps
  const { blocksPerIpAndMinute: limit, pipeline } = settings
  const ask = admitTogether({ ...deps, limit, pipeline })
  const limitHashes = boundedCache<Buffer>(NETWORKS_MAX)
  const limitHashOf = (ip: string) => {
    const known = limitHashes.get(ip)
    if (known) return known
    const hash = vault.hash('limit', `ip ${networkOf(ip)}`)
    limitHashes.set(ip, hash)
    return hash
  }
  return async (arrival) => {
    const now = deps.now()
    const { ip, cost, ciphertexts, sessionSecret } = arrival
    const admission = ask({
      limitHash: limitHashOf(ip),
      cost,
      ciphertexts,
      secretHash: sessionSecret === undefined ? undefined : vault.hash('session', sessionSecret),
    })
    const admitted = await admission.catch((error: unknown) => {
      if (error instanceof WriteRefused) return undefined
      throw error
    })
    if (admitted === undefined) return admitToRead(deps, arrival, limit)
    if (admitted.taken > limit) {
      throw new RequestRejected(tooOften(secondsUntil(admitted.endsAt, now)))
    }
    if (admitted.fresh !== ciphertexts.length) throw new RequestRejected(failures.unreadable)
    if (admitted.rememberedSince === undefined) await recordSeenBodiesStart(database, now)
    return { session: admitted.session, rememberedSince: admitted.rememberedSince ?? now }
  }
}

/** Longer ones would hold the counts of many networks while they run. */
const TOGETHER_MAX = 32

/** Of requests with the same ciphertext one is admitted, so they are not in the same statement. */
function admitTogether(deps: {
  readonly database: Queryable
  readonly now: () => Date
  readonly limit: number
  readonly pipeline: Pipeline
}): (arrived: ArrivedCall) => Promise<AdmittedCall> {
  const ask = async (arrivals: readonly ArrivedCall[]) =>
    admitArrivals(deps.database, arrivals, { limit: deps.limit, now: deps.now() })
  return askPerTurn({
    pipeline: deps.pipeline,
    max: TOGETHER_MAX,
    ask,
    askOne: async (arrived) => {
      const [admitted] = await ask([arrived])
      if (!admitted) throw new Error('the admission statement answered no request')
      return admitted
    },
    keysOf: ({ ciphertexts }) => ciphertexts.map((hash) => hash.toString('latin1')),
  })
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
async function admitToRead(deps: Deps, arrival: Arrival, limit: number): Promise<Admission> {
  const now = deps.now()
  restrictToReading()
  countLocally(arrival, { limit, now })
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

function countLocally(
  { ip, cost }: Arrival,
  { limit, now }: { readonly limit: number; readonly now: Date },
): void {
  const network = networkOf(ip)
  const known = takenBy.get(network)
  const count =
    known && known.endsAt > now.getTime() ? known : { taken: 0, endsAt: now.getTime() + MINUTE_MS }
  count.taken += cost
  takenBy.set(network, count)
  if (count.taken > limit) {
    throw new RequestRejected(tooOften(Math.ceil((count.endsAt - now.getTime()) / 1000)))
  }
}
