import type { Queryable } from '@qingzhou/platform/database/database'
import { placeIn, type SealedPlace } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Vault } from '@qingzhou/platform/database/vault/vault'
import type { RsaKey } from './rsa-key.ts'

export type BodyKey = RsaKey & {
  readonly keyId: string
  readonly createdAt: Date
  /** From this moment on the key decrypts no body. */
  readonly retiredAt: Date | undefined
}

/** Returns the keys that still decrypt bodies, newest first. */
export async function readBodyKeys(
  db: Queryable,
  { vault, now }: { readonly vault: Vault; readonly now: Date },
): Promise<BodyKey[]> {
  const rows = await db.query<{
    key_id: string
    modulus: string
    exponent: string
    private_key_sealed: Buffer
    created_at: Date
    retired_at: Date | null
  }>(
    `SELECT key_id, modulus, exponent, private_key_sealed, created_at, retired_at
       FROM body_keys
      WHERE retired_at IS NULL OR retired_at > $1
      ORDER BY created_at DESC, key_id`,
    [now],
  )
  return rows.map((row) => ({
    keyId: row.key_id,
    n: row.modulus,
    e: row.exponent,
    createdAt: row.created_at,
    retiredAt: row.retired_at ?? undefined,
    privateKey: vault.open(row.private_key_sealed, placeOf(row.key_id)),
  }))
}

/** Stores a new key and sets the retirement time of the older ones. */
export async function insertBodyKey(
  db: Queryable,
  key: {
    readonly bodyKey: Omit<BodyKey, 'retiredAt'>
    readonly vault: Vault
    readonly othersRetireAt: Date
  },
): Promise<void> {
  const { bodyKey, vault, othersRetireAt } = key
  await db.query(
    `WITH older AS (
       UPDATE body_keys SET retired_at = $6 WHERE retired_at IS NULL
     )
     INSERT INTO body_keys (key_id, modulus, exponent, private_key_sealed, created_at)
     VALUES ($1, $2, $3, $4, $5)`,
    [
      bodyKey.keyId,
      bodyKey.n,
      bodyKey.e,
      vault.seal(bodyKey.privateKey, placeOf(bodyKey.keyId)),
      bodyKey.createdAt,
      othersRetireAt,
    ],
  )
}

/** Deletes retired keys. Bodies sealed for them can never be decrypted again. */
export async function deleteRetiredBodyKeys(db: Queryable, now: Date): Promise<void> {
  await db.query('DELETE FROM body_keys WHERE retired_at <= $1', [now])
}

function placeOf(keyId: string): SealedPlace {
  return placeIn('body_keys', keyId)('private_key_sealed')
}

/**
 * The key of the row that stores since when seen bodies are recorded. It is shorter than any hash,
 * so it matches no body. The table is unlogged: a crash empties it, including this row. Every body
 * sealed before the crash must then be treated as already seen.
 */
export const SEEN_BODIES_START = Buffer.from([0])

/** Keeps an existing start time. */
export async function recordSeenBodiesStart(database: Queryable, since: Date): Promise<void> {
  await database.query(
    'INSERT INTO seen_bodies (body_hash, seen_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [SEEN_BODIES_START, since],
  )
}
