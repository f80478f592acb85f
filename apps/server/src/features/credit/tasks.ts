import { customerNo } from '#platform/customer-no.ts'
import type { Services } from '#platform/services.ts'
import type { TaskHandlers } from '#platform/tasks/task-kinds.ts'
import { decideApplication } from './decide-application.ts'

export function creditTasks(services: Services): TaskHandlers<'decide-application'> {
  return {
    'decide-application': ({ customer, applyNo }) =>
      decideApplication(services, { customer: customerNo(customer), applyNo }),
  }
}
