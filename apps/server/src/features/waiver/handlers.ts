import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '#platform/caller.ts'
import type { Services } from '#platform/services.ts'
import { waiverOffers } from './offers.ts'
import { payWaiver } from './pay-waiver.ts'

export function waiverHandlers(services: Services): Handlers<Callers>['waiver'] {
  return {
    offer: (_, caller) => waiverOffers(services, caller.session.customer),
    pay: (input, caller) => payWaiver(services, caller, input),
  }
}
