import type { HomeQueue } from '@qingzhou/contract/features/console/queues'
import { evidenceSubjects } from '@qingzhou/contract/features/evidence'

/** The list that a figure of the first page is made of. */
export function addressOf(queue: HomeQueue, only?: 'overdue'): string {
  const overdue = only === undefined ? '' : '&overdue=yes'
  if (queue === 'proposals') return '/inbox'
  const isReview = evidenceSubjects.some((subject) => subject === queue)
  return isReview ? `/reviews?subject=${queue}${overdue}` : `/exceptions?kind=${queue}${overdue}`
}
