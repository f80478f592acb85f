import { restrictToReading } from '#platform/database/read-only.ts'
import type { Queryable } from '#platform/database/database.ts'
import type { Vault } from '#platform/database/vault/vault.ts'
import { networkOf } from '#platform/network-of.ts'
import type { Admission, Arrival } from './admission.ts'
import { readArrival } from './admission-store.ts'
import { boundedCache } from './bounded-cache.ts'
import { failures, tooOften, RequestRejected } from '#http/failure.ts'

type Deps = {
  readonly database: Queryable
  readonly vault: Vault
  readonly blocksPerIpAndMinute: number
  readonly now: () => Date
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
export async function admitToRead(deps: Deps, arrival: Arrival): Promise<Admission> {
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
