import { localDate } from '@qingzhou/domain/calendar/local-date'
import type { Services } from '#services.ts'
import type { TaskHandlers } from '#tasks/task-kinds.ts'
import { breakPlans } from './break-plans.ts'
import { verifyBooksOfDay } from './verify-books.ts'

export function dayTasks(services: Services): TaskHandlers<'break-plans' | 'verify-books'> {
  return {
    'break-plans': ({ date, afterCustomer = '', afterLoan = '' }) =>
      breakPlans(services, {
        date: localDate(date),
        after: { customer: afterCustomer, loanNo: afterLoan },
      }),
    'verify-books': (payload) => verifyBooksOfDay(services, payload),
  }
}
