import { sessionOfRow, type SessionRow, type StoredSession } from '#features/sessions/index.ts'
import { SEEN_BODIES_START } from '#http/bodies/body-key-store.ts'
import type { Queryable } from '#platform/database/database.ts'

type Bodies = {
  /** Since when bodies are remembered; undefined where the memory was lost. */
  readonly rememberedSince: Date | undefined
}

export type Admitted = Bodies & {
  readonly taken: number
  readonly endsAt: Date
  /** How many of the ciphertexts were not seen before. */
  readonly fresh: number
  readonly session: StoredSession | undefined
}

/** Counts a request, remembers its ciphertexts and reads its session, in one round trip. */
export async function admitArrival(
  db: Queryable,
  arrival: {
    readonly limitHash: Buffer
    readonly cost: number
    readonly limit: number
    readonly ciphertexts: readonly Buffer[]
    readonly secretHash: Buffer | undefined
    readonly now: Date
  },
): Promise<Admitted> {
  const { limitHash, cost, limit, ciphertexts, secretHash, now } = arrival
  const [row] = await db.query<AdmissionRow>(ADMIT_SQL, [
    limitHash,
    now,
    cost,
    limit,
    // Sorted, so that concurrent requests lock the rows in the same order and cannot deadlock.
    ciphertexts.toSorted((one, other) => one.compare(other)),
    secretHash,
    SEEN_BODIES_START,
  ])
  if (!row) throw new Error('the admission statement returned no row')
  return {
    taken: row.taken,
    endsAt: row.ends_at,
    fresh: row.fresh,
    rememberedSince: row.remembered_since ?? undefined,
    session: isSession(row) ? sessionOfRow(row) : undefined,
  }
}

type AdmissionRow = {
  readonly taken: number
  readonly ends_at: Date
  readonly fresh: number
  readonly remembered_since: Date | null
} & MaybeSession

type MaybeSession = { readonly [Column in keyof SessionRow]: SessionRow[Column] | null }

function isSession<Row extends MaybeSession>(row: Row): row is Row & SessionRow {
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
         session_id, customer_no, token_hash, expires_at
    FROM (VALUES (1)) AS always
    LEFT JOIN sessions ON secret_hash = $3 AND expires_at > $4`
