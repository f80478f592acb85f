import { customerNo } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { TaskHandlers } from '#platform/tasks/task-kinds.ts'
import { advancePurchase } from './follow-purchase.ts'

export function mallTasks(services: Services): TaskHandlers<'follow-purchase'> {
  return {
    'follow-purchase': ({ customer, drawNo }) =>
      advancePurchase(services, { customer: customerNo(customer), drawNo }),
  }
}
