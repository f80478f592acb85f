import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { homeMessages } from '#shared/catalogue/home.ts'
import { queueMessages } from '#shared/catalogue/queues.ts'
import { minutesSince, type queueCalls, queueQueries } from '#shared/queues/calls.ts'
import { useMessages } from '#platform/catalogue.ts'
import { language } from '#platform/language.ts'
import { useKeys } from '#platform/keys.ts'
import { Card, PlainTable } from '#shared/parts/card.tsx'
import { Part } from '#shared/parts/states.tsx'
import { Alarms, Night } from './night.tsx'
import { ProviderMoney } from './provider-money.tsx'
import { addressOf } from './addresses.ts'

export type Home = Awaited<ReturnType<typeof queueCalls.home>>

/** What needs a person today. Every figure opens its rows. */
export default function HomeScreen() {
  const query = useQuery(queueQueries.home())
  return (
    <Part query={query} rows={12}>
      {(home) => (
        <div className="page scroll stack">
          <HomeHead home={home} />
          <div className="split-home">
            <div className="stack">
              <Queues home={home} />
              <ProviderMoney home={home} />
            </div>
            <div className="stack">
              <Night home={home} />
              <Alarms home={home} />
            </div>
          </div>
        </div>
      )}
    </Part>
  )
}

function HomeHead({ home: { businessDate, queues } }: { readonly home: Home }) {
  const messages = useMessages(homeMessages)
  const locale = language.use() === 'zh' ? 'zh-CN' : 'en'
  const [, go] = useLocation()
  const [, month, day] = businessDate.split('-').map(Number)
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  const open = queues.reduce((sum, queue) => sum + queue.open, 0)
  const overdue = queues.reduce((sum, queue) => sum + queue.overdue, 0)
  const oldest = queues
    .filter((queue) => queue.oldest !== undefined)
    .toSorted((one, other) => (one.oldest ?? 0) - (other.oldest ?? 0))[0]
  const work = () => {
    if (oldest) go(addressOf(oldest.queue))
  }
  useKeys(oldest ? { e: work } : {})
  return (
    <header className="row">
      <div className="grow">
        <h1 className="h1">
          {messages.today(month ?? 0, day ?? 0, weekday.format(new Date(`${businessDate}T00:00Z`)))}
        </h1>
        <p className="c2">
          {messages.needed(open)}
          {overdue > 0 && <span className="fail strong">{`，${messages.late(overdue)}`}</span>}
        </p>
      </div>
      {oldest && (
        <button type="button" className="act act-main" onClick={work}>
          {messages.oldestFirst}
          <kbd className="kbd">e</kbd>
        </button>
      )}
    </header>
  )
}

function Queues({ home: { queues } }: { readonly home: Home }) {
  const messages = useMessages(homeMessages)
  const sumOf = (field: 'open' | 'overdue') => queues.reduce((sum, queue) => sum + queue[field], 0)
  const names = useMessages(queueMessages)
  return (
    <Card title={messages.queues} aside={messages.clickHint}>
      <PlainTable<Home['queues'][number]>
        label={messages.queues}
        rows={queues.filter(({ open }) => open > 0)}
        noOf={({ queue }) => queue}
        empty={messages.nothing}
        columns={[
          {
            head: messages.queue,
            renderCell: ({ queue }) => <Link href={addressOf(queue)}>{names[queue]}</Link>,
          },
          {
            head: messages.open,
            align: 'right',
            renderCell: ({ queue, open }) => (
              <Link href={addressOf(queue)} className="fig">
                {open}
              </Link>
            ),
          },
          {
            head: messages.overdue,
            align: 'right',
            renderCell: ({ queue, overdue }) =>
              overdue > 0 ? (
                <Link href={addressOf(queue, 'overdue')} className="fig fail strong">
                  {overdue}
                </Link>
              ) : (
                <span className="c3">0</span>
              ),
          },
          {
            head: messages.oldest,
            align: 'right',
            renderCell: ({ oldest }) =>
              oldest === undefined ? '—' : names.age(minutesSince(oldest)),
          },
        ]}
        foot={
          <tr>
            <td className="strong">{messages.total}</td>
            <td className="r strong">{sumOf('open')}</td>
            <td className="r strong">{sumOf('overdue')}</td>
            <td />
          </tr>
        }
      />
    </Card>
  )
}
