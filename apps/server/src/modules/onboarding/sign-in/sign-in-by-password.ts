import type { Caller } from '#caller.ts'
import { secondsUntil } from '#database/limiter.ts'
import {
  findPassword,
  holdPhone,
  keepPassword,
} from '#modules/onboarding/customers/customer-store.ts'
import { networkOf } from '#network-of.ts'
import { isPasswordRight } from '#passwords/password.ts'
import { forgetPasswordTries, takePasswordTry } from '#passwords/tries-store.ts'
import { Refused } from '#refused.ts'
import { requireAllowance } from '#require-allowance.ts'
import type { Services } from '#services.ts'
import { signInFigures } from '#sign-in-figures.ts'
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
  const who = services.vault.index('phone', given.mobile)
  const { tries: failuresMax, lockMinutes } = signInFigures.password
  const trial = { who, failuresMax, lockMinutes }
  const attempt = await takePasswordTry(services.database, services, trial)
  if (attempt.isLocked) {
    const minutes = Math.ceil(secondsUntil(attempt.lockedUntil, services.now()) / 60)
    throw new Refused({ kind: 'account-locked', minutes })
  }

  const found = await findPassword(services.database, services, given.mobile)
  const isRight = await isPasswordRight(given.password, found?.passwordHash)
  if (found && isRight) {
    return signInAs(services, caller, async (tx) => {
      // Looking at it took a while: its owner may have changed it meanwhile, or the phone.
      const holder = await holdPhone(tx, services, given.mobile)
      const isStillRight = holder === found.customer && (await keepPassword(tx, found))
      if (!isStillRight) throw new Refused({ kind: 'password-wrong' })
      await forgetPasswordTries(tx, who)
      return { customer: found.customer, isNew: false }
    })
  }
  if (attempt.triesLeft === 0) throw new Refused({ kind: 'account-locked', minutes: lockMinutes })
  throw new Refused({ kind: 'password-wrong' })
}
