import { localDate } from '@qingzhou/domain/calendar/local-date'
import type { Services } from '#platform/services.ts'
import type { TaskHandlers } from '#platform/tasks/task-kinds.ts'
import { eraseDay } from './erase-day.ts'

export function erasureTasks(services: Services): TaskHandlers<'erase-day'> {
  return {
    'erase-day': ({ date, afterCustomer: after = '' }) =>
      eraseDay(services, { date: localDate(date), after }),
  }
}
