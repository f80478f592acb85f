import type { ItemState, QueueItem } from '@qingzhou/contract/features/console/queues'
import { fen, type Money, sum } from '@qingzhou/domain/money/money'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useSearch } from 'wouter'
import { systemWords } from '#shared/catalogue/exceptions.ts'
import { queueMessages } from '#shared/catalogue/queues.ts'
import { ListPage, type Column } from '#shared/list/list-page.tsx'
import type { ListPageOf, ListRequest } from '#shared/list/use-list.ts'
import { useMessages } from '#platform/catalogue.ts'
import { amountText } from '#platform/figures.ts'
import { StateText } from '#shared/parts/card.tsx'
import { minutesSince, type queueCalls, refreshCounts } from './calls.ts'
import { wordOf } from './words.ts'

type Item = QueueItem
type Total = { readonly open: number; readonly amount: Money }
type QueuePageOf = ListPageOf<Item> & { readonly counts: readonly { readonly amount: Money }[] }

/** A queue of the console: what its list call answers, and what its columns show. */
export type QueueView = {
  readonly name: 'exceptions' | 'reviews'
  readonly title: string
  readonly kinds: readonly Item['kind'][]
  readonly list: (request: ListRequest, signal?: AbortSignal) => Promise<QueuePageOf>
  readonly next: () => ReturnType<(typeof queueCalls)['nextException']>
  readonly about: readonly Column<Item>[]
  readonly isDense?: boolean
  readonly empty: { readonly title: string; readonly text: string }
}

/** The list of a queue, with its filters, and the next item to take. */
export function QueuePage({ queue }: { readonly queue: QueueView }) {
  const { name, title, kinds, list, about, isDense = false, empty } = queue
  const names = useMessages(queueMessages)
  const client = useQueryClient()
  const search = useSearch()
  const [, go] = useLocation()
  const { data: total } = useQuery(totalOf(name))
  const hrefOf = (itemNo: string) => `/${name}/${itemNo}${search === '' ? '' : `?${search}`}`
  const read = async (request: ListRequest, signal?: AbortSignal) => {
    const page = await list(request, signal)
    const amount = sum(page.counts.map((count) => count.amount))
    client.setQueryData(totalOf(name).queryKey, { open: page.about ?? 0, amount })
    refreshCounts(client)
    return page
  }
  return (
    <ListPage<Item>
      title={title}
      aside={
        <>
          {total && (
            <span className="c2">
              {total.amount > fen(0n)
                ? names.openWorth(total.open, amountText(total.amount))
                : names.open(total.open)}
            </span>
          )}
          <Next take={queue.next} onTaken={(itemNo) => go(hrefOf(itemNo))} />
        </>
      }
      source={{ name, read, noOf: ({ itemNo }) => itemNo }}
      columns={useColumns(about)}
      filters={[
        { id: 'kind', choices: kinds.map((value) => ({ value, label: names[value] })) },
        {
          id: 'owner',
          choices: (['mine', 'unclaimed', 'others'] as const).map((value) => {
            return { value, label: names[value] }
          }),
        },
        { id: 'overdue', choices: [{ value: 'yes', label: names.overdue }] },
      ]}
      sort={{ by: 'since', order: 'up' }}
      hrefOf={({ itemNo }) => hrefOf(itemNo)}
      onAct={({ itemNo }) => go(hrefOf(itemNo))}
      isDense={isDense}
      empty={empty}
    />
  )
}

/** The sum of a queue as its list last said, also when the list is shown again from memory. */
function totalOf(name: QueueView['name']) {
  return queryOptions<Total>({ queryKey: ['queue-total', name], enabled: false })
}

/** Claims the item that has waited longest, and opens it. */
function Next({
  take,
  onTaken,
}: {
  readonly take: QueueView['next']
  readonly onTaken: (itemNo: string) => void
}) {
  const names = useMessages(queueMessages)
  const client = useQueryClient()
  const next = useMutation({
    mutationFn: take,
    onSuccess: async ({ itemNo }) => {
      await client.invalidateQueries()
      if (itemNo !== undefined) onTaken(itemNo)
    },
  })
  const isNone = next.data !== undefined && next.data.itemNo === undefined
  return (
    <>
      <button
        type="button"
        className="act act-main"
        disabled={next.isPending}
        onClick={() => next.mutate()}
      >
        {names.next}
      </button>
      <span role="status" className="cap c2">
        {next.error?.message ?? (isNone && names.none)}
      </span>
    </>
  )
}

function useColumns(about: readonly Column<Item>[]): readonly Column<Item>[] {
  const names = useMessages(queueMessages)
  const words = useMessages(systemWords)
  const stateOf = ({ state, isOverdue }: Item) =>
    isOverdue && state !== 'running' ? `${names.overdue} · ${names[state]}` : names[state]
  return [
    { id: 'no', head: names.number, text: ({ itemNo }) => itemNo },
    { id: 'kind', head: names.kind, text: ({ kind }) => names[kind] },
    {
      id: 'object',
      head: names.object,
      text: ({ subject, subjectNo }) => `${wordOf(words, subject)} ${subjectNo}`,
    },
    ...about,
    {
      id: 'since',
      head: names.waiting,
      align: 'right',
      sort: 'since',
      text: ({ since }) => names.age(minutesSince(since)),
    },
    { id: 'owner', head: names.owner, text: ({ owner }) => owner ?? names.unclaimed },
    {
      id: 'state',
      head: names.state,
      text: stateOf,
      cell: (row) => <StateText tone={toneOf(row)}>{stateOf(row)}</StateText>,
    },
  ]
}

function toneOf({
  state,
  isOverdue,
}: {
  readonly state: ItemState
  readonly isOverdue: boolean
}): 'wait' | 'fail' | 'done' {
  if (state === 'running') return 'done'
  return isOverdue ? 'fail' : 'wait'
}
