import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '@qingzhou/platform/caller'
import type { Services } from '#services.ts'
import { rateCut, rateCuts, announceRateCut, runPlannedRateCut } from './planned-rate-cuts.ts'
import { customerNo } from '@qingzhou/platform/ids'
import type { TaskHandlers } from '@qingzhou/platform/tasks/task-kinds'

export function rateCutsHandlers(
  services: Pick<Services, 'database'>,
): Handlers<Callers>['rate-cuts'] {
  return {
    list: (input, caller) => rateCuts(services, caller.session.customer, input),
    detail: (input, caller) => rateCut(services, caller.session.customer, input),
  }
}

export function rateCutTasks(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'log' | 'businessDate'>,
): TaskHandlers<'announce-rate-cut' | 'cut-rates'> {
  return {
    'announce-rate-cut': ({ customer, cutNo }) =>
      announceRateCut(services, { customer: customerNo(customer), cutNo }),
    'cut-rates': (planned) => runPlannedRateCut(services, planned),
  }
}
