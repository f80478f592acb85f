import type { StoredSession } from '#features/sessions/index.ts'
import { recordSeenBodiesStart } from '#http/bodies/body-key-store.ts'
import { RequestRejected, failures, tooOften } from '#http/failure.ts'
import { DatabaseUnavailable, WriteRefused } from '@qingzhou/platform/database/database-unavailable'
import type { Queryable } from '@qingzhou/platform/database/database'
import { secondsUntil } from '@qingzhou/platform/database/rate-limit-store'
import { restrictToReading } from '@qingzhou/platform/database/read-only'
import type { Vault } from '@qingzhou/platform/database/vault/vault'
import { networkOf } from '@qingzhou/platform/caller'
import {
  admitArrivals,
  readArrival,
  rememberBodies,
  type Admitted,
  type Arrived,
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
  { blocksPerIpAndMinute: limit }: { readonly blocksPerIpAndMinute: number },
): Admit {
  const { database, vault } = deps
  const ask = admitTogether({ ...deps, limit })
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

type Waiting = Arrived & { readonly answer: PromiseWithResolvers<Admitted> }

/**
 * Admits the requests that arrive in one turn of the event loop by one statement: most of what a
 * statement costs is its message.
 */
function admitTogether(deps: {
  readonly database: Queryable
  readonly limit: number
  readonly now: () => Date
}): (arrived: Arrived) => Promise<Admitted> {
  let waiting: Waiting[] = []
  const send = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const context = { limit: deps.limit, now: deps.now() }
      const admitted = await admitArrivals(deps.database, batch, context)
      for (const [index, one] of admitted.entries()) batch[index]?.answer.resolve(one)
    } catch (error) {
      // What one request has caused must not fail the others. After a lost connection they may
      // already be counted.
      const isOfOne = batch.length > 1 && !(error instanceof DatabaseUnavailable)
      if (isOfOne) await Promise.all(batch.map(async (one) => send([one])))
      else for (const { answer } of batch) answer.reject(error)
    }
  }
  const sendAll = () => {
    const arrived = waiting
    waiting = []
    for (const batch of batchesOf(arrived)) void send(batch)
  }
  return (arrived) => {
    const answer = Promise.withResolvers<Admitted>()
    if (waiting.push({ ...arrived, answer }) === 1) setImmediate(sendAll)
    return answer.promise
  }
}

/** Of requests with the same ciphertext one is admitted, so they are not in the same statement. */
function batchesOf(arrivals: readonly Waiting[]): Waiting[][] {
  const batches: Waiting[][] = []
  let seen = new Set<string>()
  for (const arrived of arrivals) {
    const names = arrived.ciphertexts.map((hash) => hash.toString('latin1'))
    const last = batches.at(-1)
    if (!last || last.length === TOGETHER_MAX || names.some((name) => seen.has(name))) {
      batches.push([arrived])
      seen = new Set(names)
    } else {
      last.push(arrived)
      for (const name of names) seen.add(name)
    }
  }
  return batches
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
