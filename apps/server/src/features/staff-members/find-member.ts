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
  return (await findHolder(services.database, request)) !== undefined
}

/** Finds the member of staff by token and cookie; both are required and must belong together. */
export async function findMember(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  { token, secret }: { readonly token: string; readonly secret: string },
): Promise<StaffMember | undefined> {
  const row = await findHolder(services.database, {
    secretHash: secretHash(services, secret),
    now: services.now(),
  })
  if (!row || !timingSafeEqual(row.token_hash, tokenHash(services, token))) return undefined
  return memberOfRow(services, row)
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

/** The key for counting wrong second-factor codes. */
export function secondFactorIndex({ vault }: Deps, staffNo: string): Buffer {
  return vault.hash('staff', `second factor ${staffNo}`)
}

/** The key for counting wrong passwords of a username, whether it exists or not. */
export function triesIndex({ vault }: Deps, username: string): Buffer {
  return vault.hash('staff', `username ${username}`)
}
