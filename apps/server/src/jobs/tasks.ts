import { localDate } from '@qingzhou/domain/calendar/local-date'
import type { Services } from '#services.ts'
import type { TaskHandlers } from '#tasks/task-kinds.ts'
import { breakPlans } from './break-plans.ts'

export function dayTasks(services: Services): TaskHandlers<'break-plans'> {
  return {
    'break-plans': ({ date, afterCustomer = '', afterLoan = '' }) =>
      breakPlans(services, {
        date: localDate(date),
        after: { customer: afterCustomer, loanNo: afterLoan },
      }),
  }
}
