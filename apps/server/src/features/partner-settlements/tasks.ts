import { addDays, localDate } from '@qingzhou/domain/calendar/local-date'
import type { TaskHandlers } from '@qingzhou/platform/tasks/task-kinds'
import type { Services } from '#services.ts'
import { settleDay } from './settle-day.ts'

export function partnerSettlementTasks(
  services: Pick<Services, 'database' | 'now' | 'log'>,
): TaskHandlers<'settle-partners'> {
  return {
    'settle-partners': ({ date }) => settleDay(services, addDays(localDate(date), -1)),
  }
}
