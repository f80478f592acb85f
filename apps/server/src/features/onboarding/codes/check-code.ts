import type { Caller, SignedInCaller } from '#platform/caller.ts'
import { signInFigures } from '#platform/config/sign-in-figures.ts'
import type { Transaction } from '#platform/database/database.ts'
import { networkOf } from '#platform/network-of.ts'
import { Refused } from '#platform/refused.ts'
import { requireAllowance } from '#platform/require-allowance.ts'
import type { Services } from '#platform/services.ts'
import type { Purpose } from './purposes.ts'
import type { CodeOwner } from './sms-code-store.ts'
import { spendCode, spendTry } from './sms-code-store.ts'
import { newToken } from '#platform/ids.ts'

export type GivenCode = CodeOwner & { readonly code: string }

/**
 * Looks at a code and spends a try, outside any transaction: what follows may be rolled back,
 * the try may not.
 */
export async function requireRightCode(
  services: Services,
  caller: Caller,
  given: GivenCode,
): Promise<void> {
  // One value tried on many phones comes from few addresses.
  await requireAllowance(services, {
    key: `code-check:ip:${networkOf(caller.ip)}`,
    limit: signInFigures.sms.checksPerIpAndTenMinutes,
    windowSeconds: 600,
  })
  const requester = requesterOf(caller, given.purpose)
  // Without a key nobody requested this code; the answer is that of a code which ran out.
  if (requester === undefined) throw new Refused({ kind: 'sms-code-void' })
  const looked = await spendTry(services.database, services, { ...given, requester })
  if (looked?.isRight) return
  if (!looked || looked.triesLeft === 0) throw new Refused({ kind: 'sms-code-void' })
  throw new Refused({ kind: 'sms-code-wrong', triesLeft: looked.triesLeft })
}

/**
 * Uses a right code up, together with what it was for. Who holds the phone as well does so before: a
 * change of phone takes the two in that order, and each would wait for the other.
 */
export async function consumeCode(
  tx: Transaction,
  services: Services,
  caller: Caller,
  given: GivenCode,
): Promise<void> {
  const requester = requesterOf(caller, given.purpose)
  const isSpent =
    requester !== undefined && (await spendCode(tx, services, { ...given, requester }))
  if (!isSpent) throw new Refused({ kind: 'sms-code-void' })
}

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
function requesterOf(caller: Caller, purpose: Purpose): string | undefined {
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
  const requester = caller.readSecret('codes') ?? newToken()
  caller.setSecretCookie('codes', requester)
  return { ...wanted, purpose: 'signIn', requester, network: networkOf(caller.ip) }
}
