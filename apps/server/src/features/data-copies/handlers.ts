import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '@qingzhou/platform/caller'
import type { Services } from '#services.ts'
import { linkToCopy, readCopies, requestCopy } from './request-copy.ts'

export function dataCopiesHandlers(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now'>,
): Handlers<Callers>['data-copies'] {
  return {
    copies: (_, caller) => readCopies(services, caller),
    request: (input, caller) => requestCopy(services, caller, input),
    link: (input, caller) => linkToCopy(services, caller, input),
  }
}
