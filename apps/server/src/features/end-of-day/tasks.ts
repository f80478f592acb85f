import { localDate } from '@qingzhou/domain/calendar/local-date'
import type { Services } from '#services.ts'
import type { TaskHandlers } from '@qingzhou/platform/tasks/task-kinds'
import { defaultPlans } from './default-plans.ts'
import { recomputeLoans } from './checks/recompute-loans.ts'
import { verifyBooksOfDay } from './checks/verify-books.ts'

export function dayTasks(
  services: Pick<
    Services,
    'database' | 'vault' | 'tasks' | 'now' | 'log' | 'loansRecomputedPerNight' | 'businessDate'
  >,
): TaskHandlers<'break-plans' | 'verify-books' | 'recompute-loans'> {
  return {
    'break-plans': ({ date, afterCustomer = '', afterLoan = '' }) =>
      defaultPlans(services, {
        date: localDate(date),
        after: { customer: afterCustomer, loanNo: afterLoan },
      }),
    'recompute-loans': (payload) => recomputeLoans(services, payload),
    'verify-books': (payload) => verifyBooksOfDay(services, payload),
  }
}
