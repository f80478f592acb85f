import { customerNo } from '@qingzhou/platform/ids'
import type { Services } from '#services.ts'
import type { TaskHandlers } from '@qingzhou/platform/tasks/task-kinds'
import { sendMail, sendMessage, type FindPaper } from './send-mail.ts'

export function outboxTasks(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'providers' | 'log'>,
  findPaper: FindPaper,
): TaskHandlers<'send-message' | 'send-mail'> {
  return {
    'send-message': ({ customer, messageNo }) =>
      sendMessage(services, { customer: customerNo(customer), messageNo }),
    'send-mail': ({ customer, messageNo }) =>
      sendMail(services, findPaper, { customer: customerNo(customer), messageNo }),
  }
}
