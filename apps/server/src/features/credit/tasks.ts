import { localDate } from '@qingzhou/domain/calendar/local-date'
import { customerNo } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { TaskHandlers } from '#platform/tasks/task-kinds.ts'
import { decideApplication } from './decide-application.ts'
import { reviewLimits } from './review/review-limits.ts'

export function creditTasks(
  services: Services,
): TaskHandlers<'decide-application' | 'review-limits'> {
  return {
    'decide-application': ({ customer, applyNo }) =>
      decideApplication(services, { customer: customerNo(customer), applyNo }),
    'review-limits': ({ date, afterCustomer = '' }) =>
      reviewLimits(services, { date: localDate(date), after: afterCustomer }),
  }
}
