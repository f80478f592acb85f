import { customerNo } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { TaskHandlers } from '#platform/tasks/task-kinds.ts'
import { sendMail, sendMessage, type FindPaper } from './send-mail.ts'

export { requireMailAllowance } from './enqueue-sms.ts'
export { isMessageEnqueued, type Mail, type MailContent } from './mail-store.ts'
export { enqueueSms } from './enqueue-sms.ts'
export { enqueueMail, isMailEnqueued } from './enqueue-sms.ts'

export function outboxTasks(
  services: Services,
  findPaper: FindPaper,
): TaskHandlers<'send-message' | 'send-mail'> {
  return {
    'send-message': ({ customer, messageNo }) =>
      sendMessage(services, { customer: customerNo(customer), messageNo }),
    'send-mail': ({ customer, messageNo }) =>
      sendMail(services, findPaper, { customer: customerNo(customer), messageNo }),
  }
}
