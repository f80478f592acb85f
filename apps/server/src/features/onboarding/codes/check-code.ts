import { networkOf, type Caller, type SignedInCaller } from '#platform/caller.ts'
import { signInFigures } from '#platform/config/sign-in-figures.ts'
import type { Transaction } from '#platform/database/database.ts'
import { Refused } from '#platform/refused.ts'
import { requireAllowance } from '#platform/require-allowance.ts'
import type { Services } from '#platform/services.ts'
import type { Purpose } from './purposes.ts'
import type { CodeOwner } from './sms-code-store.ts'
import { spendCode, spendTry } from './sms-code-store.ts'
import { newToken } from '#platform/ids.ts'

export type GivenCode = CodeOwner & { readonly code: string }

/**
 * Checks a code and uses up a try, outside any transaction: a later rollback must not restore the
 * try.
 */
export async function requireCorrectCode(
  services: Services,
  caller: Caller,
  input: GivenCode,
): Promise<void> {
  // Limits trying one code on many phones, which comes from few addresses.
  await requireAllowance(services, {
    key: `code-check:ip:${networkOf(caller.ip)}`,
    limit: signInFigures.sms.checksPerIpAndTenMinutes,
    windowSeconds: 600,
  })
  const requester = requesterOf(caller, input.purpose)
  // Without a key, the caller requested no code; the answer is the same as for an expired code.
  if (requester === undefined) throw new Refused({ kind: 'sms-code-void' })
  const looked = await spendTry(services.database, services, { ...input, requester })
  if (looked?.isRight) return
  if (!looked || looked.triesLeft === 0) throw new Refused({ kind: 'sms-code-void' })
  throw new Refused({ kind: 'sms-code-wrong', triesLeft: looked.triesLeft })
}

/**
 * Uses up a correct code in the transaction of its purpose. Lock order: a caller that also locks
 * the phone does so first, as a phone change does, to avoid a deadlock.
 */
export async function consumeCode(
  tx: Transaction,
  services: Services,
  caller: Caller,
  input: GivenCode,
): Promise<void> {
  const requester = requesterOf(caller, input.purpose)
  const isSpent =
    requester !== undefined && (await spendCode(tx, services, { ...input, requester }))
  if (!isSpent) throw new Refused({ kind: 'sms-code-void' })
}

/** A code to be sent, with its recipient, purpose and requester. */
export type CodeMessage = CodeOwner & {
  /** A key known only to the requester: a code is valid only for its requester. */
  readonly requester: string
  readonly network: string
  /** Whether the phone is known to belong to the requester. */
  readonly isVerified: boolean
}

/**
 * The key under which a requester's codes are stored. For sign-in it is in an HttpOnly cookie, set
 * by the call that sends the code; for every other purpose it is the session.
 */
function requesterOf(caller: Caller, purpose: Purpose): string | undefined {
  if (purpose === 'signIn') return caller.readSecret('codes')
  return caller.session && `session ${caller.session.id}`
}

type Wanted = CodeOwner & { readonly isVerified: boolean }

/** A code message for a purpose within a session. */
export function messageFor(caller: SignedInCaller, wanted: Wanted): CodeMessage {
  const requester = `session ${caller.session.id}`
  return { ...wanted, requester, network: networkOf(caller.ip) }
}

/** A code message for sign-in; sets the browser's key if it has none. */
export function signInMessageFor(
  caller: Caller,
  wanted: { readonly phone: string; readonly isVerified: boolean },
): CodeMessage {
  const requester = caller.readSecret('codes') ?? newToken()
  caller.setSecretCookie('codes', requester)
  return { ...wanted, purpose: 'signIn', requester, network: networkOf(caller.ip) }
}
