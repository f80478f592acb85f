import { customerNo } from '@qingzhou/platform/ids'
import type { Services } from '#services.ts'
import type { TaskHandlers } from '@qingzhou/platform/tasks/task-kinds'
import { sendMail, sendMessage, type FindPaper } from './send-mail.ts'

export { requireMailAllowance } from '@qingzhou/platform/outbox/enqueue-sms'
export {
  isMessageEnqueued,
  type Mail,
  type MailContent,
} from '@qingzhou/platform/outbox/mail-store'
export { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
export { enqueueMail, isMailEnqueued } from '@qingzhou/platform/outbox/enqueue-sms'

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
