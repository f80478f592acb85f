import { networkOf, type Caller, type SignedInCaller } from '@qingzhou/platform/caller'
import { signInFigures } from '@qingzhou/platform/config/sign-in-figures'
import type { Transaction } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import { requireNetworkAllowance, requireAllowance } from '@qingzhou/platform/network-allowance'
import type { Services } from '#services.ts'
import type { Purpose } from './purposes.ts'
import type { CodeOwner } from './sms-code-store.ts'
import { spendCode, countAttempt } from './sms-code-store.ts'
import { newToken } from '@qingzhou/platform/ids'

export type GivenCode = CodeOwner & { readonly code: string }

/**
 * Checks a code and uses up a try, outside any transaction: a later rollback must not restore the
 * try.
 */
export async function requireCorrectCode(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'now'>,
  caller: Caller,
  input: GivenCode,
): Promise<void> {
  const requester = requesterOf(caller, input.purpose)
  const looked =
    requester === undefined
      ? undefined
      : await countAttempt(services.database, services, { ...input, requester })
  await countCheck(services, { ip: caller.ip, requester: looked && requester })
  if (looked?.isRight) return
  await services.limiter.take({ key: WRONG_CODES, limit: COUNTED_MAX, windowSeconds: 600 })
  // Without a key, the caller requested no code; the answer is the same as for an expired code.
  if (!looked || looked.triesLeft === 0) throw new Refused({ kind: 'sms-code-void' })
  throw new Refused({ kind: 'sms-code-wrong', triesLeft: looked.triesLeft })
}

/** Wrong codes in all networks together, for the operator. */
export const WRONG_CODES = 'code-check:wrong'
const COUNTED_MAX = 1_000_000

/**
 * Limits trying one code on many phones. A requester with a code is counted by its key: strangers
 * behind the same address must not use up its allowance. Everybody else is counted by network.
 */
async function countCheck(
  services: Pick<Services, 'limiter'>,
  { ip, requester }: { readonly ip: string; readonly requester: string | undefined },
): Promise<void> {
  const { sms } = signInFigures
  const windowSeconds = 600
  if (requester !== undefined) {
    const limit = sms.checksPerRequesterAndTenMinutes
    await requireAllowance(services, { key: `code-check:key:${requester}`, limit, windowSeconds })
    return
  }
  const limit = sms.checksWithoutCodePerIpAndTenMinutes
  await requireNetworkAllowance(services, { name: 'code-check', ip, limit, windowSeconds })
}

/**
 * Uses up a correct code in the transaction of its purpose. Lock order: a caller that also locks
 * the phone does so first, as a phone change does, to avoid a deadlock.
 */
export async function consumeCode(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'now'>,
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

type CodePurposeOwner = CodeOwner & { readonly isVerified: boolean }

/** A code message for a purpose within a session. */
export function messageFor(caller: SignedInCaller, wanted: CodePurposeOwner): CodeMessage {
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
