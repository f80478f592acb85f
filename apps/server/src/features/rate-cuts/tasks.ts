import { customerNo } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { TaskHandlers } from '#platform/tasks/task-kinds.ts'
import { announceRateCut, runPlannedRateCut } from './planned-rate-cuts.ts'

export function rateCutTasks(services: Services): TaskHandlers<'announce-rate-cut' | 'cut-rates'> {
  return {
    'announce-rate-cut': ({ customer, cutNo }) =>
      announceRateCut(services, { customer: customerNo(customer), cutNo }),
    'cut-rates': (planned) => runPlannedRateCut(services, planned),
  }
}
