import { customerNo } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { TaskHandlers } from '#platform/tasks/task-kinds.ts'
import { endAtBank } from './debit-agreement.ts'
import { pollBinding } from './settle-binding.ts'

export function cardTasks(services: Services): TaskHandlers<'ask-binding' | 'end-debit-agreement'> {
  return {
    'ask-binding': ({ customer, bindingNo }) =>
      pollBinding(services, { customer: customerNo(customer), bindingNo }),
    'end-debit-agreement': ({ customer, debitNo }) =>
      endAtBank(services, { customer: customerNo(customer), debitNo }),
  }
}
