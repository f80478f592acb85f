import { exceptionKinds, type ExceptionRow } from '@qingzhou/contract/features/console/queues'
import { fen, type Money, sum } from '@qingzhou/domain/money/money'
import { useState } from 'react'
import { useLocation, useParams, useSearch } from 'wouter'
import { exceptionMessages, systemWords } from '#shared/catalogue/exceptions.ts'
import { queueMessages } from '#shared/catalogue/queues.ts'
import { ListPage, type Column } from '#shared/list/list-page.tsx'
import type { ListRequest } from '#shared/list/use-list.ts'
import { minutesSince, queueCalls } from '#shared/queues/calls.ts'
import { useMessages } from '#platform/catalogue.ts'
import { amountText } from '#platform/figures.ts'
import { StateText } from '#shared/parts/card.tsx'
import { ExceptionPanel } from './exception-panel.tsx'
import { wordOf } from './words.ts'

type Request = Parameters<typeof queueCalls.exceptions>[0]

/** The queue of exceptions; the chosen one is open beside it. */
export default function ExceptionsScreen() {
  const { no } = useParams<{ no?: string }>()
  const search = useSearch()
  const [, go] = useLocation()
  const messages = useMessages(exceptionMessages)
  const names = useMessages(queueMessages)
  const [total, setTotal] = useState<{ readonly open: number; readonly amount: Money }>()
  const query = search === '' ? '' : `?${search}`
  const hrefOf = ({ exceptionNo }: ExceptionRow) => `/exceptions/${exceptionNo}${query}`
  const read = async (request: ListRequest, signal?: AbortSignal) => {
    // The filters and sortings of this list are those of its columns and chips.
    const page = await queueCalls.exceptions(request as Request, signal)
    const amount = sum(page.counts.map((count) => count.amount))
    setTotal({ open: page.about ?? 0, amount })
    return page
  }
  const list = (
    <ListPage<ExceptionRow>
      title={messages.title}
      aside={
        <span className="c2">
          {total && messages.open(total.open, amountText(fen(total.amount)))}
        </span>
      }
      source={{ name: 'exceptions', read, noOf: ({ exceptionNo }) => exceptionNo }}
      columns={useColumns()}
      filters={[
        { id: 'kind', choices: exceptionKinds.map((value) => ({ value, label: names[value] })) },
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
      isDense
      empty={{ title: messages.emptyTitle, text: messages.emptyText }}
    />
  )
  if (no === undefined) return list
  return (
    <div className="sheet sheet-list">
      {list}
      <ExceptionPanel key={no} exceptionNo={no} onClose={() => go(`/exceptions${query}`)} />
    </div>
  )
}

function useColumns(): readonly Column<ExceptionRow>[] {
  const names = useMessages(queueMessages)
  const words = useMessages(systemWords)
  const stateOf = ({ state, isOverdue }: ExceptionRow) =>
    isOverdue && state !== 'running' ? `${names.overdue} · ${names[state]}` : names[state]
  return [
    { id: 'no', head: names.number, text: ({ exceptionNo }) => exceptionNo },
    { id: 'kind', head: names.kind, text: ({ kind }) => names[kind] },
    {
      id: 'object',
      head: names.object,
      text: ({ subject, subjectNo }) => `${wordOf(words, subject)} ${subjectNo}`,
    },
    {
      id: 'amount',
      head: names.amount,
      align: 'right',
      sort: 'amount',
      text: ({ amount }) => (amount === undefined ? '—' : amountText(amount)),
    },
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
      cell: (row) => <StateText tone={toneOf(row)}>{stateOf(row)}</StateText>,
    },
  ]
}

function toneOf({ state, isOverdue }: ExceptionRow): 'wait' | 'fail' | 'done' {
  if (state === 'running') return 'done'
  return isOverdue ? 'fail' : 'wait'
}
