import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '@qingzhou/platform/caller'
import type { Services } from '#services.ts'
import { disputeEvent } from './dispute-event.ts'
import { readReported } from './read-reported.ts'

export function bureauReportsHandlers(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
): Handlers<Callers>['bureau-reports'] {
  return {
    reported: (_, caller) => readReported(services, caller),
    dispute: (input, caller) => disputeEvent(services, caller, input),
  }
}
