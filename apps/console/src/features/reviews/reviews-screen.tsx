import type { ReviewRow } from '@qingzhou/contract/features/console/queues'
import { evidenceSubjects } from '@qingzhou/contract/features/evidence'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { queueMessages } from '#shared/catalogue/queues.ts'
import { reviewMessages } from '#shared/catalogue/reviews.ts'
import { ListPage, type Column } from '#shared/list/list-page.tsx'
import type { ListRequest } from '#shared/list/use-list.ts'
import { minutesSince, queueCalls } from '#shared/queues/calls.ts'
import { useMessages } from '#platform/catalogue.ts'
import { StateText } from '#shared/parts/card.tsx'

type Request = Parameters<typeof queueCalls.reviews>[0]

/** The evidence that waits for a reviewer. */
export default function ReviewsScreen() {
  const messages = useMessages(reviewMessages)
  const names = useMessages(queueMessages)
  const [, go] = useLocation()
  return (
    <ListPage<ReviewRow>
      title={messages.title}
      aside={<NextReview />}
      source={{
        name: 'reviews',
        // The filters and sortings of this list are those of its columns and chips.
        read: (request: ListRequest, signal) => queueCalls.reviews(request as Request, signal),
        noOf: ({ evidenceNo }) => evidenceNo,
      }}
      columns={useColumns()}
      filters={[
        {
          id: 'subject',
          choices: evidenceSubjects.map((value) => ({ value, label: names[value] })),
        },
        {
          id: 'owner',
          choices: (['mine', 'nobody', 'others'] as const).map((value) => {
            return { value, label: names[value] }
          }),
        },
        { id: 'overdue', choices: [{ value: 'yes', label: names.overdue }] },
      ]}
      sort={{ by: 'since', order: 'up' }}
      hrefOf={hrefOf}
      onAct={(row) => go(hrefOf(row))}
      empty={{ title: messages.emptyTitle, text: messages.emptyText }}
    />
  )
}

/** Claims the one that has waited longest, and opens it. */
function NextReview() {
  const messages = useMessages(reviewMessages)
  const [, go] = useLocation()
  const next = useMutation({
    mutationFn: () => queueCalls.nextReview({}),
    onSuccess: ({ evidenceNo }) => {
      if (evidenceNo !== undefined) go(`/reviews/${evidenceNo}`)
    },
  })
  const isNone = next.data !== undefined && next.data.evidenceNo === undefined
  return (
    <>
      <button
        type="button"
        className="act act-main"
        disabled={next.isPending}
        onClick={() => next.mutate()}
      >
        {messages.next}
      </button>
      <span role="status" className="cap c2">
        {next.error?.message ?? (isNone && messages.none)}
      </span>
    </>
  )
}

function useColumns(): readonly Column<ReviewRow>[] {
  const names = useMessages(queueMessages)
  const messages = useMessages(reviewMessages)
  const stateOf = ({ isOverdue, owner }: ReviewRow) => {
    const state = owner === undefined ? names.unclaimed : names.claimed
    return isOverdue ? `${names.overdue} · ${state}` : state
  }
  return [
    { id: 'no', head: names.number, text: ({ evidenceNo }) => evidenceNo },
    { id: 'subject', head: names.kind, text: ({ subject }) => names[subject] },
    { id: 'customer', head: names.customer, text: ({ customer }) => customer },
    { id: 'loan', head: messages.loan, text: ({ loanNo }) => loanNo },
    { id: 'summary', head: messages.summary, text: ({ summary }) => summary ?? '—' },
    { id: 'round', head: messages.round, align: 'right', text: ({ round }) => String(round) },
    {
      id: 'since',
      head: names.waiting,
      align: 'right',
      sort: 'since',
      text: ({ since }) => names.age(minutesSince(since)),
    },
    { id: 'owner', head: names.owner, text: ({ owner }) => owner ?? names.nobody },
    {
      id: 'state',
      head: names.state,
      text: stateOf,
      cell: (row) => <StateText tone={row.isOverdue ? 'fail' : 'wait'}>{stateOf(row)}</StateText>,
    },
  ]
}

const hrefOf = ({ evidenceNo }: ReviewRow) => `/reviews/${evidenceNo}`
