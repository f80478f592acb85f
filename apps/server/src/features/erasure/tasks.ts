import { localDate } from '@qingzhou/domain/calendar/local-date'
import type { Services } from '#services.ts'
import type { TaskHandlers } from '@qingzhou/platform/tasks/task-kinds'
import { eraseDay } from './erase-day.ts'

export function erasureTasks(
  services: Pick<
    Services,
    'database' | 'vault' | 'files' | 'tasks' | 'now' | 'log' | 'businessDate'
  >,
): TaskHandlers<'erase-day'> {
  return {
    'erase-day': ({ date, afterCustomer: after = '' }) =>
      eraseDay(services, { date: localDate(date), after }),
  }
}
