import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '#caller.ts'
import type { Services } from '#services.ts'
import { idCardExpiry } from './id-card-expiry.ts'

export function identityHandlers(services: Services): Handlers<Callers>['identity'] {
  return {
    idCardExpiry: (_, caller) => idCardExpiry(services, caller.session.customer),
  }
}
