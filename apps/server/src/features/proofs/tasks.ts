import { localDate } from '@qingzhou/domain/calendar/local-date'
import type { Services } from '#platform/services.ts'
import type { TaskHandlers } from '#platform/tasks/task-kinds.ts'
import { runEvidenceDay } from './evidence-lists.ts'

export function proofTasks(services: Services): TaskHandlers<'proofs-day'> {
  return { 'proofs-day': ({ date }) => runEvidenceDay(services, localDate(date)) }
}
