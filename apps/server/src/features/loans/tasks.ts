import { customerNo } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { TaskHandlers } from '#platform/tasks/task-kinds.ts'
import { endUnverifiedDraw } from './disbursement/end-unverified-draw.ts'
import { disburse } from './disbursement/disburse.ts'

export function loanTasks(services: Services): TaskHandlers<'pay-out' | 'end-unverified-draw'> {
  return {
    'pay-out': ({ customer, drawNo }) =>
      disburse(services, { customer: customerNo(customer), drawNo }),
    'end-unverified-draw': ({ customer, drawNo }) =>
      endUnverifiedDraw(services, { customer: customerNo(customer), drawNo }),
  }
}
