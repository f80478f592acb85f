import {
  timelineSubjects,
  type TimelineSubject,
} from '@qingzhou/contract/features/console/customers'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { customerMessages } from '#shared/catalogue/customers.ts'
import { partMessages } from '#shared/catalogue/customer-parts.ts'
import { useSearchChange } from '#shared/list/list-address.ts'
import { useMessages } from '#platform/catalogue.ts'
import { amountText, dayText, timeText } from '#platform/figures.ts'
import { Part } from '#shared/parts/states.tsx'
import { customerCalls } from '../calls.ts'
import { useEventText } from './event-text.ts'

type Event = Awaited<ReturnType<typeof customerCalls.timeline>>['events'][number]

/** Everything that happened, the newest first. The chosen subject is part of the address. */
export function Timeline({ customer }: { readonly customer: string }) {
  const messages = useMessages(partMessages)
  const names = useMessages(customerMessages)
  const wanted = new URLSearchParams(useSearch()).get('events')
  const subject = timelineSubjects.find((one) => one === wanted)
  const choose = useSearchChange()
  const query = useQuery({
    queryKey: ['customer', customer, 'timeline', subject],
    queryFn: ({ signal }) =>
      customerCalls.timeline({ customer, ...(subject && { subject }) }, signal),
  })
  const chip = (value: TimelineSubject | undefined, label: string) => (
    <button
      key={label}
      type="button"
      className="filter"
      aria-pressed={value === subject}
      onClick={() => choose({ events: value })}
    >
      {label}
    </button>
  )
  return (
    <>
      <h2 className="h2">{names.timeline}</h2>
      <div className="filters filters-s">
        {chip(undefined, messages.all)}
        {timelineSubjects.map((one) => chip(one, messages[one]))}
      </div>
      <Part query={query}>{({ events }) => <Events events={events} />}</Part>
    </>
  )
}

function Events({ events }: { readonly events: readonly Event[] }) {
  const messages = useMessages(partMessages)
  const { sentence, details } = useEventText()
  if (events.length === 0) return <p className="c2">{messages.noEvents}</p>
  return (
    <ul className="line scroll">
      {events.map((event, place) => {
        const { at, what, about, amount } = event
        const day = dayText(at)
        const isNewDay = place === 0 || dayText(events[place - 1]?.at ?? 0) !== day
        return [
          isNewDay && (
            <li key={day} className="day">
              {day}
            </li>
          ),
          <li key={`${at} ${what} ${about}`}>
            <div className="row">
              <span>
                {sentence(event)}
                {amount !== undefined && ` ${amountText(amount)}`}
              </span>
              <time>{timeText(at)}</time>
            </div>
            <p className="cap c3 cut">{details(event)}</p>
          </li>,
        ]
      })}
    </ul>
  )
}
