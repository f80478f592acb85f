import { mask } from '@qingzhou/domain/people/masking'
import { isPhone } from '@qingzhou/domain/people/phone'
import type { Caller } from '#platform/caller.ts'
import { minutesAfter } from '#platform/clock.ts'
import { findCustomer } from '#features/onboarding/customers/customer-store.ts'
import { signInAs, type SignedIn } from '#features/onboarding/sign-in/sign-in-as.ts'
import { faultIn } from '#providers/provider-fault.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { signInFigures } from '#platform/config/sign-in-figures.ts'
import {
  findLinkedCustomer,
  lockLink,
  spendAuthorisation,
  type Provider,
} from './linked-account-store.ts'
import { insertTicket, type VouchedAccount } from './ticket-store.ts'
import { newToken } from '#platform/ids.ts'

export type PhoneNeeded = {
  readonly outcome: 'phoneNeeded'
  readonly ticket: string
  /** Empty when the other app does not tell a phone: then one has to be typed. */
  readonly maskedPhone: string
  /** The phone has an account already, which an app alone does not open. */
  readonly codeNeeded: boolean
}

/** Comes back from a consent page: signs a known person in, or asks an unknown one for a phone. */
export async function signInByAuthorisation(
  services: Services,
  caller: Caller,
  returned: { readonly authCode: string; readonly state: string },
): Promise<SignedIn | PhoneNeeded> {
  const browserSecret = caller.readSecret('authorisation')
  if (browserSecret === undefined) throw new Refused({ kind: 'authorisation-failed' })

  const pair = { state: returned.state, browserSecret }
  const provider = await spendAuthorisation(services.database, services, pair)
  if (!provider) throw new Refused({ kind: 'authorisation-failed' })

  const account = await exchange(services, provider, returned.authCode)
  const customer = await findLinkedCustomer(services.database, services, account)
  if (!customer) return askForPhone(services, caller, { account, browserSecret })

  caller.setSecretCookie('authorisation', undefined)
  return signInAs(services, caller, async (tx) => {
    const isLinked = await lockLink(tx, services, { ...account, customer })
    if (!isLinked) throw new Refused({ kind: 'authorisation-failed' })
    return { customer, isNew: false, app: account.provider }
  })
}

async function exchange(
  { providers, log }: Services,
  provider: Provider,
  code: string,
): Promise<VouchedAccount> {
  try {
    const { openId, phone } = await providers[provider].exchange(code)
    return { provider, openId, phone: phone !== undefined && isPhone(phone) ? phone : undefined }
  } catch (cause) {
    log.warn('authorisation.not-exchanged', { provider, reason: faultIn(cause) })
    throw new Refused({ kind: 'authorisation-failed' })
  }
}

async function askForPhone(
  services: Services,
  caller: Caller,
  { account, browserSecret }: { account: VouchedAccount; browserSecret: string },
): Promise<PhoneNeeded> {
  const ticket = newToken()
  const expiresAt = minutesAfter(services.now(), signInFigures.authorisation.ticketValidMinutes)
  await insertTicket(services.database, services, { ticket, browserSecret, account, expiresAt })
  // Kept anew, because the ticket may live longer than what is left of the cookie.
  caller.setSecretCookie('authorisation', browserSecret)
  const { phone } = account
  if (phone === undefined)
    return { outcome: 'phoneNeeded', ticket, maskedPhone: '', codeNeeded: true }
  const codeNeeded = (await findCustomer(services.database, services, phone)) !== undefined
  return { outcome: 'phoneNeeded', ticket, maskedPhone: mask(phone), codeNeeded }
}
