import { customerNo } from '#customer-no.ts'
import type { Services } from '#services.ts'
import type { TaskHandlers } from '#tasks/task-kinds.ts'
import { sendMessage } from './send-message.ts'

export { tell } from './tell.ts'

export function outboxTasks(services: Services): TaskHandlers<'send-message'> {
  return {
    'send-message': ({ customer, messageNo }) =>
      sendMessage(services, { customer: customerNo(customer), messageNo }),
  }
}
