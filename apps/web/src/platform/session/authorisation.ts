import { calls } from '@qingzhou/contract/calls'
import { currentCommonFields } from '#platform/api/common-fields.ts'
import { addressWith } from '#platform/api/request.ts'
import { storeWanted } from '#platform/navigation/wanted-page.ts'

/** Opens the provider's consent page, which returns to the welcome screen. */
export function startAuthorisation(provider: 'wallet' | 'messenger', wanted?: string): void {
  storeWanted(wanted)
  const { uriId, channel, extendChannelCode } = currentCommonFields(
    calls.onboarding.startAuthorisation,
  )
  window.location.assign(
    addressWith({
      call: calls.onboarding.startAuthorisation,
      fields: { provider },
      common: { uriId, channel, extendChannelCode },
    }),
  )
}
