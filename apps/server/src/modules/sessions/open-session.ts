import { randomBytes, randomUUID } from 'node:crypto'
import type { CustomerNo } from '#customer-no.ts'
import type { Queryable } from '#database/database.ts'
import type { Services } from '#services.ts'
import { insertSession } from './session-store.ts'

export const SESSION_LASTS_MS = 24 * 60 * 60_000

/**
 * Opens a session: a fresh pair at every sign-in, so that nothing known before it is worth
 * anything after. An older session of the same person on the same device ends.
 */
export async function openSession(
  db: Queryable,
  { vault, now }: Pick<Services, 'vault' | 'now'>,
  { customer, deviceId }: { readonly customer: CustomerNo; readonly deviceId: string | undefined },
): Promise<{ token: string; secret: string }> {
  const token = randomBytes(32).toString('base64url')
  const secret = randomBytes(32).toString('base64url')
  const openedAt = now()
  await insertSession(db, {
    id: randomUUID(),
    customer,
    tokenHash: vault.hash('session', token),
    secretHash: vault.hash('session', secret),
    deviceHash: deviceId === undefined ? undefined : vault.hash('session', `device ${deviceId}`),
    openedAt,
    expiresAt: new Date(openedAt.getTime() + SESSION_LASTS_MS),
  })
  return { token, secret }
}
