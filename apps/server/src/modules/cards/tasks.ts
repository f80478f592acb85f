import { customerNo } from '#customer-no.ts'
import type { Services } from '#services.ts'
import type { TaskHandlers } from '#tasks/task-kinds.ts'
import { askBinding } from './ask-binding.ts'

export function cardTasks(services: Services): TaskHandlers<'ask-binding'> {
  return {
    'ask-binding': ({ customer, bindingNo }) =>
      askBinding(services, { customer: customerNo(customer), bindingNo }),
  }
}
