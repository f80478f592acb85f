import { timingSafeEqual } from 'node:crypto'
import type { StaffMember } from '#platform/caller.ts'
import type { Services } from '#platform/services.ts'
import { secretHash, tokenHash } from './hashes.ts'
import { findHolder } from './session-store.ts'
import { memberOfRow } from './staff-store.ts'

/** Whether the half that no script can read belongs to a session that lasts, of somebody still switched on. */
export async function isStaffSessionOpen(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  secret: string,
): Promise<boolean> {
  const asked = { secretHash: secretHash(services, secret), now: services.now() }
  return (await findHolder(services.database, asked)) !== undefined
}

/** Who is on the line: both halves are needed, and they have to belong together. */
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
