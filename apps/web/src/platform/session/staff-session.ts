import type { StaffRole } from '@qingzhou/contract/calls'
import { dropCookie, keepCookie, readCookie } from '#platform/browser/cookies.ts'

/** Who works in the staff area. */
export type StaffMember = {
  readonly token: string
  readonly name: string
  readonly avatar: string
  readonly roles: readonly StaffRole[]
}

const listeners = new Set<() => void>()

/** The token of the staff session held; whether it still counts, only the server knows. */
export function staffToken(): string | undefined {
  const token = readCookie('staffToken')
  return token === '' ? undefined : token
}

/** Only the staff area's own: what the borrower of this browser has typed stays theirs. */
export function keepStaffToken(token: string): void {
  keepCookie('staffToken', token)
  for (const listener of listeners) listener()
}

export function forgetStaffSession(): void {
  dropCookie('staffToken')
  for (const listener of listeners) listener()
}

/** Tells when somebody signs in or out; answers with the way to stop listening. */
export function onStaffSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whoever has no role can do nothing here, and is told so rather than shown an empty page. */
export function staffMember(member: StaffMember): StaffMember {
  if (member.roles.length === 0) throw new Error(NO_ROLES)
  return member
}

const NO_ROLES = 'getInfo: roles must be a non-null array !'
