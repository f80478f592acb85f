import { sessionOfRow, type SessionRow, type StoredSession } from '#features/sessions/index.ts'
import { SEEN_BODIES_START } from '#http/bodies/body-key-store.ts'
import type { Queryable } from '@qingzhou/platform/database/database'

type Bodies = {
  /** Since when bodies are remembered; undefined where the memory was lost. */
  readonly rememberedSince: Date | undefined
}

/** A request as it is counted. */
export type ArrivedCall = {
  readonly limitHash: Buffer
  readonly cost: number
  readonly ciphertexts: readonly Buffer[]
  readonly secretHash: Buffer | undefined
}

export type AdmittedCall = Bodies & {
  /** What its network has taken, up to this request. */
  readonly taken: number
  readonly endsAt: Date
  /** How many of the ciphertexts were not seen before. */
  readonly fresh: number
  readonly session: StoredSession | undefined
}

/**
 * Counts requests, remembers their ciphertexts and reads their sessions, in one round trip. No two of
 * them may have the same ciphertext. They count as if they had come one after the other.
 */
export async function admitArrivals(
  db: Queryable,
  arrivals: readonly ArrivedCall[],
  { limit, now }: { readonly limit: number; readonly now: Date },
): Promise<AdmittedCall[]> {
  const { networks, counted } = countByNetwork(arrivals)
  const bodies = counted.flatMap(({ arrived, network, until }) =>
    arrived.ciphertexts.map((hash) => ({ hash, of: network.hash, after: network.cost - until })),
  )
  // Sorted, so that concurrent statements lock the rows in the same order and cannot deadlock.
  const sorted = { networks: networks.toSorted(byHash), bodies: bodies.toSorted(byHash) }
  const rows = await db.query<AdmissionRow>(ADMIT_SQL, [
    now,
    limit,
    sorted.networks.map(({ hash }) => hash),
    sorted.networks.map(({ cost }) => cost),
    sorted.bodies.map(({ hash }) => hash),
    sorted.bodies.map(({ of }) => of),
    sorted.bodies.map(({ after }) => after),
    SEEN_BODIES_START,
    arrivals.flatMap(({ secretHash }) => secretHash ?? []),
  ])
  const found = new Map(rows.map((row) => [nameOf(row.kind, row.hash), row]))
  const rememberedSince = found.get(nameOf('start', SEEN_BODIES_START))?.at ?? undefined
  return counted.map(({ arrived, network, until }) => {
    const { ciphertexts, secretHash } = arrived
    const count = found.get(nameOf('count', network.hash))
    if (!count?.at) throw new Error('the admission statement returned no count')
    const session = secretHash && found.get(nameOf('session', secretHash))
    return {
      taken: (count.taken ?? 0) - (network.cost - until),
      endsAt: count.at,
      fresh: ciphertexts.filter((hash) => found.has(nameOf('fresh', hash))).length,
      rememberedSince,
      session: session && isSession(session) ? sessionOfRow(session) : undefined,
    }
  })
}

type Network = { readonly hash: Buffer; cost: number }

/** The costs of each network, and for each request the costs of its network up to and with it. */
function countByNetwork(arrivals: readonly ArrivedCall[]) {
  const networks = new Map<string, Network>()
  const counted = arrivals.map((arrived) => {
    const name = arrived.limitHash.toString('latin1')
    const network = networks.get(name) ?? { hash: arrived.limitHash, cost: 0 }
    networks.set(name, network)
    network.cost += arrived.cost
    return { arrived, network, until: network.cost }
  })
  return { networks: [...networks.values()], counted }
}

function byHash(one: { readonly hash: Buffer }, other: { readonly hash: Buffer }): number {
  return one.hash.compare(other.hash)
}

function nameOf(kind: string, hash: Buffer): string {
  return kind + hash.toString('latin1')
}

type AdmissionRow = {
  readonly kind: string
  readonly hash: Buffer
  readonly taken: number | null
  readonly at: Date | null
} & MaybeSession

type MaybeSession = { readonly [Column in keyof SessionRow]: SessionRow[Column] | null }

function isSession<Row extends MaybeSession>(row: Row): row is Row & SessionRow {
  return row.session_id !== null
}

/**
 * The networks are counted before the first body is remembered: the sub-select reads all of them. A
 * body is remembered if its network was within the limit up to and with its request.
 */
const ADMIT_SQL = `
  WITH counted AS (
    INSERT INTO rate_limits AS known (key_hash, taken, ends_at)
    SELECT key_hash, cost, $1::timestamptz + interval '1 minute'
      FROM unnest($3::bytea[], $4::int[]) AS network (key_hash, cost)
    ON CONFLICT (key_hash) DO UPDATE SET
      taken = CASE WHEN known.ends_at <= $1 THEN 0 ELSE LEAST(known.taken, $2) END + excluded.taken,
      ends_at = CASE WHEN known.ends_at <= $1 THEN excluded.ends_at ELSE known.ends_at END
    RETURNING key_hash, taken, ends_at
  ), fresh AS (
    INSERT INTO seen_bodies (body_hash, seen_at)
    SELECT body_hash, $1
      FROM unnest($5::bytea[], $6::bytea[], $7::int[]) AS body (body_hash, key_hash, after_it)
     WHERE (SELECT taken FROM counted WHERE counted.key_hash = body.key_hash) - after_it <= $2
    ON CONFLICT DO NOTHING
    RETURNING body_hash
  )
  SELECT 'count' AS kind, key_hash AS hash, taken, ends_at AS at, NULL AS session_id,
         NULL AS customer_no, NULL::bytea AS token_hash, NULL::timestamptz AS expires_at,
         NULL::boolean AS awaits_face
    FROM counted
   UNION ALL
  SELECT 'fresh', body_hash, NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM fresh
   UNION ALL
  SELECT 'start', body_hash, NULL, seen_at, NULL, NULL, NULL, NULL, NULL
    FROM seen_bodies WHERE body_hash = $8
   UNION ALL
  SELECT 'session', secret_hash, NULL, NULL, session_id, customer_no, token_hash, expires_at,
         awaits_face
    FROM sessions WHERE secret_hash = ANY ($9::bytea[]) AND expires_at > $1`

/** Remembers ciphertexts, and answers how many of them were not seen before. */
export async function rememberBodies(
  db: Queryable,
  { ciphertexts, now }: { readonly ciphertexts: readonly Buffer[]; readonly now: Date },
): Promise<Bodies & { readonly fresh: number }> {
  const [row] = await db.query<{ fresh: number; remembered_since: Date | null }>(SEEN_SQL, [
    ciphertexts,
    now,
    SEEN_BODIES_START,
  ])
  return { fresh: row?.fresh ?? 0, rememberedSince: row?.remembered_since ?? undefined }
}

const SEEN_SQL = `
  WITH fresh AS (
    INSERT INTO seen_bodies (body_hash, seen_at)
    SELECT body_hash, $2 FROM unnest($1::bytea[]) AS body_hash
    ON CONFLICT DO NOTHING
    RETURNING 1
  )
  SELECT (SELECT count(*)::int FROM fresh) AS fresh,
         (SELECT seen_at FROM seen_bodies WHERE body_hash = $3) AS remembered_since`

/** The same while nothing can be written: nothing is counted or remembered. */
export async function readArrival(
  db: Queryable,
  arrival: {
    readonly ciphertexts: readonly Buffer[]
    readonly secretHash: Buffer | undefined
    readonly now: Date
  },
): Promise<Bodies & { readonly wasSeen: boolean; readonly session: StoredSession | undefined }> {
  const [row] = await db.query<ReadRow>(READ_SQL, [
    SEEN_BODIES_START,
    arrival.ciphertexts,
    arrival.secretHash,
    arrival.now,
  ])
  return {
    rememberedSince: row?.remembered_since ?? undefined,
    wasSeen: row?.was_seen === true,
    session: row && isSession(row) ? sessionOfRow(row) : undefined,
  }
}

type ReadRow = {
  readonly remembered_since: Date | null
  readonly was_seen: boolean
} & MaybeSession

const READ_SQL = `
  SELECT (SELECT seen_at FROM seen_bodies WHERE body_hash = $1) AS remembered_since,
         EXISTS (SELECT FROM seen_bodies WHERE body_hash = ANY ($2::bytea[])) AS was_seen,
         session_id, customer_no, token_hash, expires_at, awaits_face
    FROM (VALUES (1)) AS always
    LEFT JOIN sessions ON secret_hash = $3 AND expires_at > $4`
