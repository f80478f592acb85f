import type { TokenStore } from '#token-store.ts'
import type { Database } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Vault } from '@qingzhou/platform/database/vault/vault'

/** Tokens that providers give out in limited numbers, sealed, for all processes. */
export function createTokenStore({
  database,
  vault,
}: {
  readonly database: Pick<Database, 'query'>
  readonly vault: Vault
}): TokenStore {
  return {
    async find(name) {
      const [row] = await database.query<{ token_sealed: Buffer; expires_at: Date }>(
        'SELECT token_sealed, expires_at FROM provider_tokens WHERE name = $1',
        [name],
      )
      if (!row) return undefined
      return { value: vault.open(row.token_sealed, placeOf(name)), expiresAt: row.expires_at }
    },
    async save(name, { value, expiresAt }) {
      await database.query(
        `INSERT INTO provider_tokens (name, token_sealed, expires_at) VALUES ($1, $2, $3)
         ON CONFLICT (name) DO UPDATE SET
           token_sealed = excluded.token_sealed, expires_at = excluded.expires_at`,
        [name, vault.seal(value, placeOf(name)), expiresAt],
      )
    },
    async forget(name) {
      await database.query('DELETE FROM provider_tokens WHERE name = $1', [name])
    },
  }
}

function placeOf(name: string) {
  return placeIn('provider_tokens', name)('token_sealed')
}
