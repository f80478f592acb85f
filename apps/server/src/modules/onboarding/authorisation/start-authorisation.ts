import { randomBytes } from 'node:crypto'
import { pages } from '@qingzhou/contract/pages'
import type { Caller } from '#caller.ts'
import { minutesAfter } from '#clock.ts'
import { requireKnownLink } from '#modules/onboarding/links/landing-link.ts'
import type { Services } from '#services.ts'
import { signInFigures } from '#sign-in-figures.ts'
import { insertAuthorisation, type Provider } from './authorisation-store.ts'

/** Sends the browser to the provider's consent page, from where it comes back to our own. */
export async function startAuthorisation(
  services: Services,
  caller: Caller,
  { provider }: { readonly provider: Provider },
): Promise<{ location: string }> {
  await requireKnownLink(services, caller)
  const state = randomBytes(32).toString('base64url')
  const browserSecret = randomBytes(32).toString('base64url')
  const expiresAt = minutesAfter(services.now(), signInFigures.authorisation.validMinutes)
  await insertAuthorisation(services.database, services, {
    state,
    browserSecret,
    provider,
    expiresAt,
  })
  caller.keepSecret('authorisation', browserSecret)

  const redirectUri = `${services.publicOrigin}/?provider=${provider}#${pages.welcomeBack}`
  return { location: services.providers[provider].consentUrl({ state, redirectUri }) }
}
