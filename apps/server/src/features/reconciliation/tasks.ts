import { localDate } from '@qingzhou/domain/calendar/local-date'
import type { Services } from '#services.ts'
import type { TaskHandlers } from '@qingzhou/platform/tasks/task-kinds'
import { reconcileDay } from './reconcile-day.ts'

export function reconciliationTasks(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'log' | 'today'>,
): TaskHandlers<'reconcile-day'> {
  return { 'reconcile-day': ({ date }) => reconcileDay(services, localDate(date)) }
}
