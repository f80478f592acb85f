import type { Caller } from '#platform/caller.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { isBankPartnerKnown, isLinkKnown } from './link-store.ts'

/** Refuses a link whose campaign is unknown or has ended. A link without a campaign is accepted. */
export async function requireKnownLink(services: Services, caller: Caller): Promise<void> {
  const { channel, uriId } = caller
  if (uriId === undefined) return
  if (!(await isLinkKnown(services, { channel, uriId })))
    throw new Refused({ kind: 'link-unknown' })
}

export async function requireBankPartner(services: Services, code: string): Promise<void> {
  if (await isBankPartnerKnown(services, code)) return
  throw new Refused({ kind: 'bank-partner-link-unknown' })
}
