import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '#platform/caller.ts'
import type { Services } from '#platform/services.ts'
import { rateCut, rateCuts } from './planned-rate-cuts.ts'

export function rateCutsHandlers(services: Services): Handlers<Callers>['rate-cuts'] {
  return {
    list: (input, caller) => rateCuts(services, caller.session.customer, input),
    detail: (input, caller) => rateCut(services, caller.session.customer, input),
  }
}
