import { localDate } from '@qingzhou/domain/calendar/local-date'
import type { Services } from '#platform/services.ts'
import type { TaskHandlers } from '#platform/tasks/task-kinds.ts'
import { proofsDay } from './proof-lists.ts'

export function proofTasks(services: Services): TaskHandlers<'proofs-day'> {
  return { 'proofs-day': ({ date }) => proofsDay(services, localDate(date)) }
}
