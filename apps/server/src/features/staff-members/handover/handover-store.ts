import type { Queryable } from '@qingzhou/platform/database/database'
import type { Services } from '#services.ts'
import type { Handover } from './handover-token.ts'

/** Of two exchanges of a token at once, one succeeds, also after a crash of the database. */
export async function markHandoverUsed(
  db: Queryable,
  { vault, now }: Pick<Services, 'vault' | 'now'>,
  { tokenId, expiresAt }: Handover,
): Promise<boolean> {
  const rows = await db.query<{ token_hash: Buffer }>(
    `WITH swept AS (DELETE FROM staff_handovers WHERE expires_at < $3)
     INSERT INTO staff_handovers (token_hash, expires_at) VALUES ($1, $2)
     ON CONFLICT (token_hash) DO NOTHING RETURNING token_hash`,
    [vault.hash('handover', tokenId), expiresAt, now()],
  )
  return rows.length > 0
}
