import { pages } from '@qingzhou/contract/pages'
import type { Caller } from '#platform/caller.ts'
import { minutesAfter } from '#platform/clock.ts'
import { requireKnownLink } from '#features/onboarding/links/landing-link.ts'
import type { Services } from '#platform/services.ts'
import { signInFigures } from '#platform/config/sign-in-figures.ts'
import { insertAuthorisation, type Provider } from './linked-account-store.ts'
import { newToken } from '#platform/ids.ts'

/** Redirects the browser to the provider's consent page, which redirects back to ours. */
export async function startAuthorisation(
  services: Services,
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
