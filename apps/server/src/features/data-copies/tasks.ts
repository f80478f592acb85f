import { customerNo } from '@qingzhou/platform/ids'
import type { TaskHandlers } from '@qingzhou/platform/tasks/task-kinds'
import type { Services } from '#services.ts'
import { expireCopy, prepareCopy } from './prepare-copy.ts'

export function dataCopyTasks(
  services: Pick<
    Services,
    'database' | 'vault' | 'files' | 'tasks' | 'now' | 'printer' | 'signer' | 'log'
  >,
): TaskHandlers<'prepare-data-copy' | 'expire-data-copy'> {
  return {
    'prepare-data-copy': ({ customer, requestNo }) =>
      prepareCopy(services, { customer: customerNo(customer), requestNo }),
    'expire-data-copy': ({ customer, requestNo }) =>
      expireCopy(services, { customer: customerNo(customer), requestNo }),
  }
}
