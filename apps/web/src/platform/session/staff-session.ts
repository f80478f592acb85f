import type { StaffRole } from '@qingzhou/contract/permissions'
import { deleteCookie, storeCookie, readCookie } from '#platform/browser/cookies.ts'

/** The signed-in employee. */
export type StaffMember = {
  readonly token: string
  readonly name: string
  readonly avatar: string
  readonly roles: readonly StaffRole[]
}

const listeners = new Set<() => void>()

/** The stored staff token; only the server knows whether it is valid. */
export function staffToken(): string | undefined {
  const token = readCookie('staffToken')
  return token === '' ? undefined : token
}

/** Clears the staff area only; the borrower's drafts stay. */
export function storeStaffToken(token: string): void {
  storeCookie('staffToken', token)
  for (const listener of listeners) listener()
}

export function clearStaffSession(): void {
  deleteCookie('staffToken')
  for (const listener of listeners) listener()
}

/** Notifies about sign-in and sign-out; returns the function to unsubscribe. */
export function onStaffSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
