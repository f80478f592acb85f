import { exceptionKinds } from '@qingzhou/contract/features/console/queues'
import { useLocation, useParams, useSearch } from 'wouter'
import { exceptionMessages } from '#shared/catalogue/exceptions.ts'
import { queueMessages } from '#shared/catalogue/queues.ts'
import { queueCalls } from '#shared/queues/calls.ts'
import { QueuePage } from '#shared/queues/queue-page.tsx'
import { useMessages } from '#platform/catalogue.ts'
import { amountText } from '#platform/figures.ts'
import { ExceptionPanel } from './exception-panel.tsx'

type Request = Parameters<typeof queueCalls.exceptions>[0]

/** The queue of exceptions; the chosen one is open beside it. */
export default function ExceptionsScreen() {
  const { no } = useParams<{ no?: string }>()
  const search = useSearch()
  const [, go] = useLocation()
  const messages = useMessages(exceptionMessages)
  const names = useMessages(queueMessages)
  const list = (
    <QueuePage
      queue={{
        name: 'exceptions',
        title: messages.title,
        kinds: exceptionKinds,
        // The filters and sortings of this list are those of its columns and chips.
        list: (request, signal) => queueCalls.exceptions(request as Request, signal),
        next: () => queueCalls.nextException({}),
        about: [
          {
            id: 'amount',
            head: names.amount,
            align: 'right',
            sort: 'amount',
            text: ({ amount }) => (amount === undefined ? '—' : amountText(amount)),
          },
        ],
        isDense: true,
        empty: { title: messages.emptyTitle, text: messages.emptyText },
      }}
    />
  )
  if (no === undefined) return list
  return (
    <div className="sheet sheet-list">
      {list}
      <ExceptionPanel
        key={no}
        itemNo={no}
        onClose={() => go(`/exceptions${search === '' ? '' : `?${search}`}`)}
      />
    </div>
  )
}
