import { timingSafeEqual } from 'node:crypto'
import type { Session } from '#platform/caller.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import { WriteRefused } from '#platform/database/database-away.ts'
import type { Services } from '#platform/services.ts'
import { SESSION_LASTS_MS } from './open-session.ts'
import { extendSession, findBySecret, type StoredSession } from './session-store.ts'

/** Renewing at every call would write a row at every call. */
const RENEWED_AT_MOST_EVERY_MS = 5 * 60_000

type Deps = Pick<Services, 'vault' | 'now'>

/** The session of a pair: both halves are needed, and they have to belong together. */
export async function findSession(
  db: Queryable,
  services: Deps,
  { token, secret }: { readonly token: string; readonly secret: string },
): Promise<Session | undefined> {
  const secretHash = services.vault.hash('session', secret)
  const stored = await findBySecret(db, { secretHash, now: services.now() })
  return (await confirmSession(db, services, { stored, token }))?.session
}

/** Whose session the half that no script can read belongs to, while it lasts. */
export async function customerOfSecret(
  db: Queryable,
  { vault, now }: Deps,
  secret: string,
): Promise<CustomerNo | undefined> {
  const secretHash = vault.hash('session', secret)
  return (await findBySecret(db, { secretHash, now: now() }))?.customer
}

export type Confirmed = {
  readonly session: Session
  /** It lasts longer now, so the browser has to keep its half longer too. */
  readonly isRenewed: boolean
}

/** The second half of `findSession`, for the edge: it reads the row together with other things. */
export async function confirmSession(
  db: Queryable,
  { vault, now }: Deps,
  found: { readonly stored: StoredSession | undefined; readonly token: string | undefined },
): Promise<Confirmed | undefined> {
  const { stored, token } = found
  if (!stored || token === undefined) return undefined
  if (!timingSafeEqual(stored.tokenHash, vault.hash('session', token))) return undefined

  const usedAt = now()
  const expiresAt = new Date(usedAt.getTime() + SESSION_LASTS_MS)
  const isOld = expiresAt.getTime() - stored.expiresAt.getTime() > RENEWED_AT_MOST_EVERY_MS
  const isRenewed = isOld && (await extended(db, { id: stored.id, usedAt, expiresAt }))
  return { session: { id: stored.id, customer: stored.customer }, isRenewed }
}

/** While storage cannot be written a session lasts as long as it did, and its holder may still read. */
async function extended(
  db: Queryable,
  session: { readonly id: string; readonly usedAt: Date; readonly expiresAt: Date },
): Promise<boolean> {
  try {
    await extendSession(db, session)
    return true
  } catch (error) {
    if (error instanceof WriteRefused) return false
    throw error
  }
}
