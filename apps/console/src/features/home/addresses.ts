import { reviewKinds, type HomeQueue } from '@qingzhou/contract/features/console/queues'

/** The list that a figure of the first page is made of. */
export function addressOf(queue: HomeQueue, only?: 'overdue'): string {
  const overdue = only === undefined ? '' : '&overdue=yes'
  if (queue === 'proposals') return '/inbox'
  const isReview = reviewKinds.some((kind) => kind === queue)
  return `/${isReview ? 'reviews' : 'exceptions'}?kind=${queue}${overdue}`
}
