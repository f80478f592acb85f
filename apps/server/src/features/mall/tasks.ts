import { customerNo } from '#platform/customer-no.ts'
import type { Services } from '#platform/services.ts'
import type { TaskHandlers } from '#platform/tasks/task-kinds.ts'
import { followPurchase } from './follow-purchase.ts'

export function mallTasks(services: Services): TaskHandlers<'follow-purchase'> {
  return {
    'follow-purchase': ({ customer, loanSeqNo }) =>
      followPurchase(services, { customer: customerNo(customer), loanSeqNo }),
  }
}
