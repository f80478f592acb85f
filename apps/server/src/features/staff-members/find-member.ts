import { timingSafeEqual } from 'node:crypto'
import type { StaffMember } from '@qingzhou/platform/caller'
import type { Vault } from '@qingzhou/platform/database/vault/vault'
import type { Services } from '#services.ts'
import { findHolder } from './failures-store.ts'
import { memberOfRow } from './staff-store.ts'

/** Whether the HttpOnly cookie belongs to a valid session of an active member of staff. */
export async function isStaffSessionOpen(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  secret: string,
): Promise<boolean> {
  const request = { secretHash: secretHash(services, secret), now: services.now() }
  const holder = await findHolder(services.database, request)
  return holder !== undefined && !holder.has_access_ended
}

export type FoundMember = StaffMember & { readonly hasAccessEnded: boolean }

/** Finds the member of staff by token and cookie; both are required and must belong together. */
export async function findMember(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  { token, secret }: { readonly token: string; readonly secret: string },
): Promise<FoundMember | undefined> {
  const row = await findHolder(services.database, {
    secretHash: secretHash(services, secret),
    now: services.now(),
  })
  if (!row || !timingSafeEqual(row.token_hash, tokenHash(services, token))) return undefined
  return { ...memberOfRow(services, row), hasAccessEnded: row.has_access_ended }
}

type Deps = { readonly vault: Pick<Vault, 'hash'> }

/** Hashed with a separate prefix, so that a borrower's secret never matches. */
export function secretHash({ vault }: Deps, secret: string): Buffer {
  return vault.hash('staff', `secret ${secret}`)
}

export function tokenHash({ vault }: Deps, token: string): Buffer {
  return vault.hash('staff', `token ${token}`)
}

export function ticketHash({ vault }: Deps, ticket: string): Buffer {
  return vault.hash('staff', `ticket ${ticket}`)
}

export function recoveryCodeHash(
  { vault }: Deps,
  { staffNo, code }: { readonly staffNo: string; readonly code: string },
): Buffer {
  return vault.hash('staff', `recovery ${staffNo} ${code}`)
}

/** Whether a session was opened with this secret. */
export function isSessionOf(
  services: Deps,
  { secretHash: hash, secret }: { readonly secretHash: Buffer; readonly secret: string },
): boolean {
  return timingSafeEqual(hash, secretHash(services, secret))
}

/** A person of an OpenID provider. */
export type OidcIdentity = { readonly issuer: string; readonly subject: string }

export function oidcSubjectHash({ vault }: Deps, { issuer, subject }: OidcIdentity): Buffer {
  return vault.hash('staff', `oidc ${JSON.stringify([issuer, subject])}`)
}

/** The key for counting wrong second-factor codes. */
export function secondFactorIndex({ vault }: Deps, staffNo: string): Buffer {
  return vault.hash('staff', `second factor ${staffNo}`)
}

/** The key for counting wrong passwords of a username, whether it exists or not. */
export function triesIndex({ vault }: Deps, username: string): Buffer {
  return vault.hash('staff', `username ${username}`)
}
