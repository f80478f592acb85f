import type { Queryable } from './database.ts'
import type { Vault } from './vault/vault.ts'

export type Allowance = {
  /** What is counted, for example `sms:phone:…`. Only a hash of it is stored. */
  readonly key: string
  readonly limit: number
  readonly windowSeconds: number
  /** The units to count. One by default. */
  readonly cost?: number
}

export type RateLimitResult =
  | {
      readonly ok: true
      /** The count in this window, including this call. */
      readonly count: number
    }
  | { readonly ok: false; readonly waitSeconds: number }

/** Counts events over all servers. */
export type Limiter = {
  take(allowance: Allowance): Promise<RateLimitResult>
  /** How many were counted in the current window. */
  count(key: string): Promise<number>
}

type Deps = {
  readonly database: Queryable
  readonly vault: Pick<Vault, 'hash'>
  readonly now: () => Date
}

/** Uses one atomic upsert, so that concurrent calls are all counted. */
export function createLimiter({ database, vault, now }: Deps): Limiter {
  return {
    async take({ key, limit, windowSeconds, cost = 1 }) {
      const [row] = await database.query<{ taken: number; ends_at: Date }>(TAKE_SQL, [
        vault.hash('limit', key),
        now(),
        windowSeconds,
        limit,
        cost,
      ])
      if (!row || row.taken <= limit) return { ok: true, count: row?.taken ?? 1 }
      return { ok: false, waitSeconds: secondsUntil(row.ends_at, now()) }
    },
    async count(key) {
      const [row] = await database.query<{ taken: number }>(
        'SELECT taken FROM rate_limits WHERE key_hash = $1 AND ends_at > $2',
        [vault.hash('limit', key), now()],
      )
      return row?.taken ?? 0
    },
  }
}

export function secondsUntil(endsAt: Date, now: Date): number {
  return Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000))
}

/** The count stops just past the limit, so that it cannot overflow. */
const TAKE_SQL = `
  INSERT INTO rate_limits AS known (key_hash, taken, ends_at)
  VALUES ($1, $5::int, $2::timestamptz + make_interval(secs => $3))
  ON CONFLICT (key_hash) DO UPDATE SET
    taken = CASE WHEN known.ends_at <= $2 THEN $5 ELSE LEAST(known.taken, $4) + $5 END,
    ends_at = CASE WHEN known.ends_at <= $2 THEN excluded.ends_at ELSE known.ends_at END
  RETURNING taken, ends_at`
