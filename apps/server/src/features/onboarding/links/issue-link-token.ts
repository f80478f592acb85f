import { minutesAfter } from '#platform/clock.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Services } from '#platform/services.ts'
import { signInFigures } from '#platform/config/sign-in-figures.ts'
import { insertLinkToken } from './link-token-store.ts'
import { newToken } from '#platform/ids.ts'

/** Issues a one-time token that signs the customer in from a link sent to their own phone. */
export async function issueLinkToken(
  services: Services,
  owner: { readonly customer: CustomerNo; readonly phone: string },
): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken()
  const expiresAt = minutesAfter(services.now(), signInFigures.linkToken.validMinutes)
  await insertLinkToken(services.database, services, { ...owner, token, expiresAt })
  return { token, expiresAt }
}
