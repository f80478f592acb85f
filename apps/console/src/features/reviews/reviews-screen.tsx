import { reviewKinds, type QueueItem } from '@qingzhou/contract/features/console/queues'
import { queueMessages } from '#shared/catalogue/queues.ts'
import { disputeMessages, facePurposeMessages, reviewMessages } from '#shared/catalogue/reviews.ts'
import { wordOf } from '#shared/queues/words.ts'
import { queueCalls } from '#shared/queues/calls.ts'
import { QueuePage } from '#shared/queues/queue-page.tsx'
import { useMessages } from '#platform/catalogue.ts'

type Request = Parameters<typeof queueCalls.reviews>[0]

/** What waits for a reviewer. */
export default function ReviewsScreen() {
  const messages = useMessages(reviewMessages)
  const names = useMessages(queueMessages)
  const purposes = useMessages(facePurposeMessages)
  const disputes = useMessages(disputeMessages)
  const requestOf = ({ kind, subject, summary }: QueueItem) => {
    if (kind === 'dispute' && summary !== undefined) return disputes.answerBefore(summary)
    return summary ?? (kind === 'face' ? wordOf(purposes, subject) : '—')
  }
  return (
    <QueuePage
      queue={{
        name: 'reviews',
        title: messages.title,
        kinds: reviewKinds,
        // The filters and sortings of this list are those of its columns and chips.
        list: (request, signal) => queueCalls.reviews(request as Request, signal),
        next: () => queueCalls.nextReview({}),
        about: [
          { id: 'customer', head: names.customer, text: ({ customer }) => customer ?? '—' },
          {
            id: 'summary',
            head: messages.summary,
            text: requestOf,
          },
          {
            id: 'round',
            head: messages.round,
            align: 'right',
            text: ({ round }) => (round === undefined ? '—' : String(round)),
          },
        ],
        empty: { title: messages.emptyTitle, text: messages.emptyText },
      }}
    />
  )
}
