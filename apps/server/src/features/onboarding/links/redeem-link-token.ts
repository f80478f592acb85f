import type { Caller } from '#platform/caller.ts'
import { signInAs, type SignedIn } from '#features/onboarding/sign-in/sign-in-as.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { requireKnownLink } from './landing-link.ts'
import { consumeLinkToken } from './link-token-store.ts'

/**
 * Exchanges a link token for a session. Returns the same error for a used, expired, unknown or
 * foreign token.
 */
export async function redeemLinkToken(
  services: Services,
  caller: Caller,
  link: { readonly linkToken: string; readonly mobile?: string | undefined },
): Promise<SignedIn> {
  await requireKnownLink(services, caller)
  return signInAs(services, caller, async (tx) => {
    const token = { token: link.linkToken, phone: link.mobile }
    const customer = await consumeLinkToken(tx, services, token)
    if (!customer) throw new Refused({ kind: 'link-token-invalid' })
    return { customer, isNew: false }
  })
}
