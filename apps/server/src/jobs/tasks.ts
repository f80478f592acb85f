import { localDate } from '@qingzhou/domain/calendar/local-date'
import type { Services } from '#services.ts'
import type { TaskHandlers } from '#tasks/task-kinds.ts'
import { breakPlans } from './break-plans.ts'
import { recomputeLoans } from './recompute-loans.ts'
import { verifyBooksOfDay } from './verify-books.ts'

export function dayTasks(
  services: Services,
): TaskHandlers<'break-plans' | 'verify-books' | 'recompute-loans'> {
  return {
    'break-plans': ({ date, afterCustomer = '', afterLoan = '' }) =>
      breakPlans(services, {
        date: localDate(date),
        after: { customer: afterCustomer, loanNo: afterLoan },
      }),
    'recompute-loans': (payload) => recomputeLoans(services, payload),
    'verify-books': (payload) => verifyBooksOfDay(services, payload),
  }
}
