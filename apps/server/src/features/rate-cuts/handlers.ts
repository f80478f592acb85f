import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '#platform/caller.ts'
import type { Services } from '#platform/services.ts'
import { rateCut, rateCuts, announceRateCut, runPlannedRateCut } from './planned-rate-cuts.ts'
import { customerNo } from '#platform/ids.ts'
import type { TaskHandlers } from '#platform/tasks/task-kinds.ts'

export function rateCutsHandlers(services: Services): Handlers<Callers>['rate-cuts'] {
  return {
    list: (input, caller) => rateCuts(services, caller.session.customer, input),
    detail: (input, caller) => rateCut(services, caller.session.customer, input),
  }
}

export function rateCutTasks(services: Services): TaskHandlers<'announce-rate-cut' | 'cut-rates'> {
  return {
    'announce-rate-cut': ({ customer, cutNo }) =>
      announceRateCut(services, { customer: customerNo(customer), cutNo }),
    'cut-rates': (planned) => runPlannedRateCut(services, planned),
  }
}
