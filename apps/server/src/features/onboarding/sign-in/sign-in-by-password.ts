import type { Caller } from '#platform/caller.ts'
import {
  findPassword,
  lockPhoneRow,
  lockIfPasswordUnchanged,
  replacePasswordHash,
} from '#features/onboarding/customers/customer-store.ts'
import { networkOf } from '#platform/network-of.ts'
import { recordPasswordSuccess, takeGuardedTry } from '#platform/passwords/guarded-try.ts'
import { hashPassword, isOutdated, isPasswordRight } from '#platform/passwords/password.ts'
import { Refused } from '#platform/refused.ts'
import { requireAllowance } from '#platform/require-allowance.ts'
import type { Services } from '#platform/services.ts'
import { signInFigures } from '#platform/config/sign-in-figures.ts'
import { signInAs, type SignedIn } from './sign-in-as.ts'

/** Signs in by password. A phone nobody has gets the same words after the same work. */
export async function signInByPassword(
  services: Services,
  caller: Caller,
  given: { readonly mobile: string; readonly password: string },
): Promise<SignedIn> {
  // One password tried on many phones comes from few addresses; each try also costs real work.
  await requireAllowance(services, {
    key: `password:ip:${networkOf(caller.ip)}`,
    limit: signInFigures.password.perIpAndTenMinutes,
    windowSeconds: 600,
  })
  const { tries: failuresMax, lockMinutes } = signInFigures.password
  const who = services.vault.index('phone', given.mobile)
  const origin = { who, ip: caller.ip }
  const attempt = await takeGuardedTry(services, { ...origin, failuresMax, lockMinutes })
  if (attempt.isLocked) throw lockedFor(attempt)

  const found = await findPassword(services.database, services, given.mobile)
  const isRight = await isPasswordRight(given.password, found?.passwordHash)
  if (!found || !isRight) {
    const { lockMinutes: minutes } = attempt
    throw new Refused(
      minutes === undefined ? { kind: 'password-wrong' } : { kind: 'account-locked', minutes },
    )
  }
  const signedIn = await signInAs(services, caller, async (tx) => {
    // Looking at it took a while: its owner may have changed it meanwhile, or the phone.
    const holder = await lockPhoneRow(tx, services, given.mobile)
    const isStillRight = holder === found.customer && (await lockIfPasswordUnchanged(tx, found))
    if (!isStillRight) throw new Refused({ kind: 'password-wrong' })
    await recordPasswordSuccess(tx, services, origin)
    return { customer: found.customer, isNew: false }
  })
  if (isOutdated(found.passwordHash)) {
    const passwordHash = await hashPassword(given.password)
    await replacePasswordHash(services.database, {
      ...found,
      passwordHash,
      from: found.passwordHash,
    })
  }
  return signedIn
}

/** Said alike of a phone nobody has. Whoever is locked out everywhere signs in by a code. */
function lockedFor({ for: by, minutes }: { for: 'network' | 'account'; minutes: number }): Refused {
  if (by === 'account') return new Refused({ kind: 'password-closed' })
  return new Refused({ kind: 'account-locked', minutes })
}
