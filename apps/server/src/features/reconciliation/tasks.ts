import { localDate } from '@qingzhou/domain/calendar/local-date'
import type { Services } from '#platform/services.ts'
import type { TaskHandlers } from '#platform/tasks/task-kinds.ts'
import { reconcileDay } from './reconcile-day.ts'

export function reconciliationTasks(services: Services): TaskHandlers<'reconcile-day'> {
  return { 'reconcile-day': ({ date }) => reconcileDay(services, localDate(date)) }
}
