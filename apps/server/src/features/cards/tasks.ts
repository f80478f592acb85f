import { customerNo } from '#platform/customer-no.ts'
import type { Services } from '#platform/services.ts'
import type { TaskHandlers } from '#platform/tasks/task-kinds.ts'
import { pollBinding } from './settle-binding.ts'

export function cardTasks(services: Services): TaskHandlers<'ask-binding'> {
  return {
    'ask-binding': ({ customer, bindingNo }) =>
      pollBinding(services, { customer: customerNo(customer), bindingNo }),
  }
}
