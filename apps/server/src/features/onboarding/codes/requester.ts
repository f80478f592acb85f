import { randomBytes } from 'node:crypto'
import type { Caller, SignedInCaller } from '#platform/caller.ts'
import { networkOf } from '#platform/network-of.ts'
import type { Purpose } from './purposes.ts'
import type { CodeOwner } from './sms-code-store.ts'

/** A code to be sent: to whom, for what, and by whom it was requested. */
export type CodeMessage = CodeOwner & {
  /** The key that only the requester holds: a code is checked for who presents it. */
  readonly requester: string
  readonly network: string
  /** Whether the phone is known to be the requester's own. */
  readonly isVerified: boolean
}

/**
 * The key under which somebody's codes are found. Who signs in has it in a cookie that no script can read, set
 * by the call that sends the code; every other purpose belongs to a session, which is a key by itself.
 */
export function requesterOf(caller: Caller, purpose: Purpose): string | undefined {
  if (purpose === 'signIn') return caller.readSecret('codes')
  return caller.session && `session ${caller.session.id}`
}

type Wanted = CodeOwner & { readonly isVerified: boolean }

/** A message for a purpose of a session. */
export function messageFor(caller: SignedInCaller, wanted: Wanted): CodeMessage {
  const requester = `session ${caller.session.id}`
  return { ...wanted, requester, network: networkOf(caller.ip) }
}

/** A message to sign in with; the browser is given a key unless it has one. */
export function signInMessageFor(
  caller: Caller,
  wanted: { readonly phone: string; readonly isVerified: boolean },
): CodeMessage {
  const requester = caller.readSecret('codes') ?? randomBytes(32).toString('base64url')
  caller.setSecretCookie('codes', requester)
  return { ...wanted, purpose: 'signIn', requester, network: networkOf(caller.ip) }
}
