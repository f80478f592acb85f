import type { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { unreachable } from '@qingzhou/domain/assert'
import { revokeOnNewDevice } from '#features/onboarding/authorisation/link-app.ts'
import { signInByAuthorisation } from '#features/onboarding/authorisation/sign-in-by-authorisation.ts'
import { consumeCode, requireCorrectCode } from '#features/onboarding/codes/check-code.ts'
import { revokeAccess, customerOfPhone } from '#features/onboarding/customers/customer-of-phone.ts'
import {
  findPassword,
  lockIfPasswordUnchanged,
  lockPhoneRow,
  replacePasswordHash,
  savePassword,
} from '#features/onboarding/customers/customer-store.ts'
import { requireKnownLink } from '#features/onboarding/links/link-token.ts'
import type { Caller } from '@qingzhou/platform/caller'
import { signInFigures } from '@qingzhou/platform/config/sign-in-figures'
import { recordPasswordSuccess, takeGuardedTry } from '@qingzhou/platform/passwords/guarded-try'
import { hashPassword, isOutdated, isPasswordRight } from '@qingzhou/platform/passwords/password'
import { forgetPasswordTries } from '@qingzhou/platform/passwords/tries-store'
import { Refused } from '@qingzhou/platform/refused'
import { requireNetworkAllowance } from '@qingzhou/platform/network-allowance'
import type { Services } from '#services.ts'
import type { SignedIn } from './sign-in-as.ts'
import { signInAs } from './sign-in-as.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'limiter' | 'tasks' | 'now' | 'today'>

type Shape = (typeof onboardingShapes)['signIn']

export async function signIn(
  services: Pick<
    Services,
    'database' | 'vault' | 'limiter' | 'tasks' | 'now' | 'providers' | 'log' | 'today'
  >,
  caller: Caller,
  input: Input<Shape>,
): Promise<Output<Shape>> {
  await requireKnownLink(services, caller)
  switch (input.by) {
    case 'code':
      return signInByCode(services, caller, input)
    case 'password':
      return signInByPassword(services, caller, input)
    case 'authorisation':
      return signInByAuthorisation(services, caller, input)
    default:
      return unreachable(input)
  }
}

type SignInInput = {
  readonly mobile: string
  readonly dynamicCode: string
  readonly agreed: readonly string[]
  readonly newPassword?: string | undefined
}

/**
 * Signs in by SMS code; registers a new phone.
 *
 * A new password ends every other session and unlinks every app, so that the owner can recover a
 * stolen account.
 */
async function signInByCode(services: Deps, caller: Caller, input: SignInInput): Promise<SignedIn> {
  const code = { phone: input.mobile, purpose: 'signIn', code: input.dynamicCode } as const
  await requireCorrectCode(services, caller, code)
  const { newPassword } = input
  const passwordHash = newPassword === undefined ? undefined : await hashPassword(newPassword)

  return signInAs(services, caller, async (tx) => {
    const verified = { phone: input.mobile, agreed: input.agreed }
    const found = await customerOfPhone(tx, services, caller, verified)
    await consumeCode(tx, services, caller, code)
    await revokeOnNewDevice(tx, services, { customer: found.customer, caller })
    if (passwordHash !== undefined) {
      await savePassword(tx, { customer: found.customer, passwordHash })
      await forgetPasswordTries(tx, services.vault.index('phone', input.mobile))
      await revokeAccess(tx, found.customer)
    }
    return found
  })
}

/** Signs in by password. An unknown phone gets the same error after the same amount of work. */
async function signInByPassword(
  services: Deps,
  caller: Caller,
  input: { readonly mobile: string; readonly password: string },
): Promise<SignedIn> {
  // Password spraying comes from few addresses, and each try costs a password hash.
  await requireNetworkAllowance(services, {
    name: 'password',
    ip: caller.ip,
    limit: signInFigures.password.perIpAndTenMinutes,
    windowSeconds: 600,
  })
  const { tries: failuresMax, lockMinutes } = signInFigures.password
  const who = services.vault.index('phone', input.mobile)
  const origin = { who, ip: caller.ip }
  const attempt = await takeGuardedTry(services, { ...origin, failuresMax, lockMinutes })
  if (attempt.isLocked) throw lockRefusal(attempt)

  const found = await findPassword(services.database, services, input.mobile)
  const isRight = await isPasswordRight(input.password, found?.passwordHash)
  if (!found || !isRight) {
    const { lockMinutes: minutes } = attempt
    throw new Refused(
      minutes === undefined ? { kind: 'password-wrong' } : { kind: 'account-locked', minutes },
    )
  }
  const signedIn = await signInAs(services, caller, async (tx) => {
    // The hash took time: the password or the phone may have changed in between.
    const holder = await lockPhoneRow(tx, services, input.mobile)
    const isStillRight = holder === found.customer && (await lockIfPasswordUnchanged(tx, found))
    if (!isStillRight) throw new Refused({ kind: 'password-wrong' })
    await recordPasswordSuccess(tx, services, origin)
    return { customer: found.customer, isNew: false }
  })
  if (isOutdated(found.passwordHash)) {
    const passwordHash = await hashPassword(input.password)
    await replacePasswordHash(services.database, {
      ...found,
      passwordHash,
      from: found.passwordHash,
    })
  }
  return signedIn
}

/**
 * The same refusal for unknown phones. If the account is locked on all networks, an SMS code still
 * signs in.
 */
function lockRefusal({
  for: by,
  minutes,
}: {
  for: 'network' | 'account'
  minutes: number
}): Refused {
  if (by === 'account') return new Refused({ kind: 'password-closed' })
  return new Refused({ kind: 'account-locked', minutes })
}
