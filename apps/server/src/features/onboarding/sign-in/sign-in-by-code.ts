import type { Caller } from '#platform/caller.ts'
import { consumeCode, requireRightCode } from '#features/onboarding/codes/check-code.ts'
import { unlinkOnNewDevice } from '#features/onboarding/authorisation/link-app.ts'
import { closeWaysIn } from '#features/onboarding/customers/close-ways-in.ts'
import { customerOfPhone } from '#features/onboarding/customers/customer-of-phone.ts'
import { savePassword } from '#features/onboarding/customers/customer-store.ts'
import { hashPassword } from '#platform/passwords/password.ts'
import { forgetPasswordTries } from '#platform/passwords/tries-store.ts'
import type { Services } from '#platform/services.ts'
import { signInAs, type SignedIn } from './sign-in-as.ts'

type Given = {
  readonly mobile: string
  readonly dynamicCode: string
  readonly agreed: readonly string[]
  readonly newPassword?: string | undefined
}

/**
 * Signs in by a code sent to the phone, and registers a new phone on the way.
 *
 * A new password ends every other session and unlinks every app: this is how an owner takes an
 * account back.
 */
export async function signInByCode(
  services: Services,
  caller: Caller,
  given: Given,
): Promise<SignedIn> {
  const code = { phone: given.mobile, purpose: 'signIn', code: given.dynamicCode } as const
  await requireRightCode(services, caller, code)
  const { newPassword } = given
  const passwordHash = newPassword === undefined ? undefined : await hashPassword(newPassword)

  return signInAs(services, caller, async (tx) => {
    const proven = { phone: given.mobile, agreed: given.agreed }
    const found = await customerOfPhone(tx, services, caller, proven)
    await consumeCode(tx, services, caller, code)
    await unlinkOnNewDevice(tx, services, { customer: found.customer, caller })
    if (passwordHash !== undefined) {
      await savePassword(tx, { customer: found.customer, passwordHash })
      await forgetPasswordTries(tx, services.vault.index('phone', given.mobile))
      await closeWaysIn(tx, found.customer)
    }
    return found
  })
}
