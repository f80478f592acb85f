import type { Queryable } from '#platform/database/database.ts'
import type { Vault } from '#platform/database/vault.ts'

type Deps = { readonly vault: Vault; readonly now: () => Date }

export type Provider = 'wallet' | 'messenger'

/** The state travels through the provider; the browser's half never leaves the browser. */
export type StatePair = { readonly state: string; readonly browserSecret: string }

export async function insertAuthorisation(
  db: Queryable,
  { vault, now }: Deps,
  begun: StatePair & { readonly provider: Provider; readonly expiresAt: Date },
): Promise<void> {
  await db.query(
    `WITH swept AS (
       DELETE FROM authorisations WHERE state_hash IN (
         SELECT state_hash FROM authorisations WHERE expires_at < $5 LIMIT 20
         FOR UPDATE SKIP LOCKED))
     INSERT INTO authorisations (state_hash, browser_hash, provider, expires_at)
     VALUES ($1, $2, $3, $4)`,
    [...hashesOf(vault, begun), begun.provider, begun.expiresAt, now()],
  )
}

/** Uses an authorisation up, in the browser that began it and in no other. */
export async function spendAuthorisation(
  db: Queryable,
  { vault, now }: Deps,
  returned: StatePair,
): Promise<Provider | undefined> {
  const [row] = await db.query<{ provider: Provider }>(
    `UPDATE authorisations SET used_at = $3
     WHERE state_hash = $1 AND browser_hash = $2 AND used_at IS NULL AND expires_at > $3
     RETURNING provider`,
    [...hashesOf(vault, returned), now()],
  )
  return row?.provider
}

function hashesOf(vault: Vault, { state, browserSecret }: StatePair): [Buffer, Buffer] {
  return [vault.hash('ticket', state), vault.hash('ticket', browserSecret)]
}
