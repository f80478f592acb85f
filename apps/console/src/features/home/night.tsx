import { Link } from 'wouter'
import { systemWords } from '#shared/catalogue/exceptions.ts'
import { homeMessages } from '#shared/catalogue/home.ts'
import { useMessages } from '#platform/catalogue.ts'
import { timeText } from '#platform/figures.ts'
import { Card, PlainTable, StateText } from '#shared/parts/card.tsx'
import { Icon } from '#shared/parts/icon.tsx'
import type { Home } from './home-screen.tsx'

const stepRows = {
  accrual: '/exceptions?kind=night-failed',
  debits: '/exceptions?kind=order-unknown',
  comparison: '/exceptions?kind=difference',
  rules: '/exceptions?kind=rule-broken',
  recomputation: '/exceptions?kind=loan-differs',
} as const

/** The end of day and its steps. */
export function Night({ home: { businessDate, night } }: { readonly home: Home }) {
  const messages = useMessages(homeMessages)
  const { isFinished, failures, steps } = night
  const state = !isFinished
    ? messages.nightRunning
    : failures > 0
      ? messages.nightFailed(failures)
      : messages.nightDone
  return (
    <Card
      title={messages.night(businessDate)}
      aside={<StateText tone={failures > 0 || !isFinished ? 'wait' : 'done'}>{state}</StateText>}
    >
      <PlainTable<Home['night']['steps'][number]>
        label={messages.night(businessDate)}
        rows={steps}
        noOf={({ step }) => step}
        empty={messages.waiting}
        columns={[
          { head: messages.step, renderCell: ({ step }) => messages[step] },
          {
            head: messages.count,
            align: 'right',
            renderCell: ({ step, count }) => (
              <Link href={stepRows[step]} className="fig">
                {count}
              </Link>
            ),
          },
          {
            head: messages.finished,
            align: 'right',
            renderCell: ({ isDone, at }) =>
              !isDone ? messages.waiting : at === undefined ? messages.finished : timeText(at),
          },
        ]}
      />
      {failures > 0 && (
        <p className="note note-wait">
          <Icon name="alert" />
          <span className="grow">{messages.failedLoans(failures)}</span>
          <Link href={stepRows.accrual}>{messages.openRows}</Link>
        </p>
      )}
    </Card>
  )
}

const faults = ['worker-silent', 'provider-open']

export function Alarms({ home: { alarms } }: { readonly home: Home }) {
  const messages = useMessages(homeMessages)
  const words: Readonly<Record<string, string>> = useMessages(systemWords)
  return (
    <Card title={messages.alarms} aside={messages.unresolved(alarms.length)}>
      {alarms.length === 0 && <p className="body c2">{messages.noAlarms}</p>}
      {alarms.length > 0 && (
        <ul className="body stack stack-3">
          {alarms.map(({ alarm, subject, count }) => (
            <li key={`${alarm} ${subject}`} className="row">
              <StateText tone={faults.includes(alarm) ? 'fail' : 'wait'}>
                {faults.includes(alarm) ? messages.fault : messages.watch}
              </StateText>
              <span>
                {messages[alarm]}
                {subject !== '' && ` · ${words[subject] ?? subject}`}
                {alarm === 'orders-late' ? (
                  <>
                    {' · '}
                    <Link href="/exceptions?kind=order-unknown" className="fig">
                      {count}
                    </Link>
                  </>
                ) : (
                  alarm === 'tasks-waiting' && ` · ${count}`
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
