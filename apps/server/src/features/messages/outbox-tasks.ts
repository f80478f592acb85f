import { customerNo } from '@qingzhou/platform/ids'
import type { Services } from '#services.ts'
import type { TaskHandlers } from '@qingzhou/platform/tasks/task-kinds'
import { sendMail, sendMessage, type FindDocument } from './send-mail.ts'

export function outboxTasks(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'providers' | 'log'>,
  findDocument: FindDocument,
): TaskHandlers<'send-message' | 'send-mail'> {
  return {
    'send-message': ({ customer, messageNo }) =>
      sendMessage(services, { customer: customerNo(customer), messageNo }),
    'send-mail': ({ customer, messageNo }) =>
      sendMail(services, findDocument, { customer: customerNo(customer), messageNo }),
  }
}
