import { pages } from '@qingzhou/contract/pages'
import type { Caller } from '@qingzhou/platform/caller'
import { minutesAfter } from '@qingzhou/platform/clock'
import { requireKnownLink } from '#features/onboarding/links/link-token.ts'
import type { Services } from '#services.ts'
import { signInFigures } from '@qingzhou/platform/config/sign-in-figures'
import {
  insertAuthorisation,
  findLinkedCustomer,
  lockLink,
  spendAuthorisation,
  type Provider,
} from './linked-account-store.ts'
import { newToken } from '@qingzhou/platform/ids'
import { mask } from '@qingzhou/domain/people/masking'
import { isPhone } from '@qingzhou/domain/people/fields'
import { signInAs, type SignedIn } from '#features/onboarding/sign-in/sign-in-as.ts'
import { faultIn } from '@qingzhou/platform/provider-fault'
import { Refused } from '@qingzhou/platform/refused'
import { insertTicket, type UnlinkedAccount } from './ticket-store.ts'

/** Redirects the browser to the provider's consent page, which redirects back to ours. */
export async function startAuthorisation(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'providers' | 'publicOrigin'>,
  caller: Caller,
  { provider }: { readonly provider: Provider },
): Promise<{ location: string }> {
  await requireKnownLink(services, caller)
  const state = newToken()
  const browserSecret = newToken()
  const expiresAt = minutesAfter(services.now(), signInFigures.authorisation.validMinutes)
  await insertAuthorisation(services.database, services, {
    state,
    browserSecret,
    provider,
    expiresAt,
  })
  caller.setSecretCookie('authorisation', browserSecret)

  const redirectUri = `${services.publicOrigin}/?provider=${provider}#${pages.welcomeBack}`
  return { location: services.providers[provider].consentUrl({ state, redirectUri }) }
}

type PhoneNeeded = {
  readonly outcome: 'phoneNeeded'
  readonly ticket: string
  /** Empty if the app does not report a phone: the person then has to enter one. */
  readonly maskedPhone: string
}

/** Handles the return from a consent page: signs in a linked person, or asks for a phone. */
export async function signInByAuthorisation(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'log' | 'today'>,
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
  { providers, log }: Pick<Services, 'providers' | 'log'>,
  provider: Provider,
  code: string,
): Promise<UnlinkedAccount & { readonly phone: string | undefined }> {
  try {
    const { openId, phone } = await providers[provider].exchange(code)
    return { provider, openId, phone: phone !== undefined && isPhone(phone) ? phone : undefined }
  } catch (cause) {
    log.warn('authorisation.not-exchanged', { provider, reason: faultIn(cause) })
    throw new Refused({ kind: 'authorisation-failed' })
  }
}

async function askForPhone(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  caller: Caller,
  {
    account: { phone, ...account },
    browserSecret,
  }: { account: Awaited<ReturnType<typeof exchange>>; browserSecret: string },
): Promise<PhoneNeeded> {
  const ticket = newToken()
  const expiresAt = minutesAfter(services.now(), signInFigures.authorisation.ticketValidMinutes)
  await insertTicket(services.database, services, { ticket, browserSecret, account, expiresAt })
  // Set again, because the ticket may outlive the cookie.
  caller.setSecretCookie('authorisation', browserSecret)
  return { outcome: 'phoneNeeded', ticket, maskedPhone: phone === undefined ? '' : mask(phone) }
}
