import type { Caller } from '#platform/caller.ts'
import type { Transaction } from '#platform/database/database.ts'
import { networkOf } from '#platform/network-of.ts'
import { Refused } from '#platform/refused.ts'
import { requireAllowance } from '#platform/require-allowance.ts'
import type { Services } from '#platform/services.ts'
import { signInFigures } from '#platform/config/sign-in-figures.ts'
import { requesterOf } from './requester.ts'
import { spendTry, spendCode, type CodeOwner } from './sms-code-store.ts'

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
