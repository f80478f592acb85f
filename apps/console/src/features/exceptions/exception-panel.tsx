import type { PossibleAct, QueueEvent } from '@qingzhou/contract/features/console/queues'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import {
  exceptionAdvice,
  exceptionMessages,
  factNames,
  systemWords,
} from '#shared/catalogue/exceptions.ts'
import { queueMessages } from '#shared/catalogue/queues.ts'
import { type queueCalls, queueQueries } from '#shared/queues/calls.ts'
import { ClaimButton } from '#shared/queues/claim-button.tsx'
import { wordOf } from '#shared/queues/words.ts'
import { useMessages } from '#platform/catalogue.ts'
import { amountText, momentText } from '#platform/figures.ts'
import { useKeys } from '#platform/keys.ts'
import { Icon } from '#shared/parts/icon.tsx'
import { Part } from '#shared/parts/states.tsx'
import { Facts } from '#shared/parts/facts.tsx'
import { ActDrawer } from './act-drawer.tsx'

type ExceptionDetail = Awaited<ReturnType<typeof queueCalls.exception>>

/** An exception with its figures, what can be done about it, and what was done. */
export function ExceptionPanel({
  itemNo,
  onClose,
}: {
  readonly itemNo: string
  readonly onClose: () => void
}) {
  const messages = useMessages(exceptionMessages)
  const query = useQuery(queueQueries.exception(itemNo))
  return (
    <aside className="col" aria-label={itemNo}>
      <header className="head panel-edge">
        <h2 className="h1">{itemNo}</h2>
        <button
          type="button"
          className="act act-bare act-square push"
          aria-label={messages.close}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </header>
      <Part query={query} rows={8}>
        {(shown) => (
          <>
            <div className="panel stack scroll" tabIndex={0}>
              <Figures shown={shown} />
              <Acts shown={shown} />
              <History history={shown.history} />
            </div>
            <footer className="foot">
              <ClaimButton queue="exceptions" item={shown.exception} />
            </footer>
          </>
        )}
      </Part>
    </aside>
  )
}

function Figures({ shown: { exception, facts } }: { readonly shown: ExceptionDetail }) {
  const labels = useMessages(factNames)
  const names = useMessages(queueMessages)
  const words = useMessages(systemWords)
  const { kind, amount, customer, subject, subjectNo } = exception
  const shownFacts = facts.filter(({ name }) => name !== 'customer' || customer === undefined)
  return (
    <>
      <div>
        <p className="c2">
          {names[kind]}
          {amount !== undefined && ` · ${names.amount}`}
        </p>
        {amount !== undefined && <p className="big">{amountText(amount)}</p>}
      </div>
      <Facts
        rows={[
          [names.object, `${wordOf(words, subject)} ${subjectNo}`],
          [names.customer, customer && <CustomerLink key="customer" customer={customer} />],
          ...shownFacts.map(
            ({ name, value }) => [wordOf(labels, name), wordOf(words, value)] as const,
          ),
        ]}
      />
    </>
  )
}

function CustomerLink({ customer }: { readonly customer: string }) {
  return <Link href={`/customers/${customer}`}>{customer}</Link>
}

function Acts({ shown: { exception, acts } }: { readonly shown: ExceptionDetail }) {
  const messages = useMessages(exceptionMessages)
  const advice = useMessages(exceptionAdvice)
  const [chosen, choose] = useState<PossibleAct>()
  const first = acts[0]
  useKeys(first && exception.proposalNo === undefined ? { e: () => choose(first) } : {})
  const needs = ({ mode, above }: PossibleAct) =>
    mode === 'alone' && above !== undefined ? messages.above(amountText(above)) : messages[mode]
  const waits = exception.proposalNo !== undefined
  return (
    <section className="stack stack-2" aria-label={messages.acts}>
      <h3 className="h2">{messages.acts}</h3>
      <p className="cap c2">{advice[exception.kind]}</p>
      {acts.map((one) => (
        <div key={one.act} className="row between">
          <button
            type="button"
            className="act"
            disabled={waits && one.mode === 'proposal'}
            onClick={() => choose(one)}
          >
            {messages[one.act]}
          </button>
          <span className="cap c2">
            {waits && one.mode === 'proposal'
              ? messages.waitsForApproval(exception.proposalNo ?? '')
              : needs(one)}
          </span>
        </div>
      ))}
      {chosen && (
        <ActDrawer exception={exception} possible={chosen} onClose={() => choose(undefined)} />
      )}
    </section>
  )
}

function History({ history }: { readonly history: readonly QueueEvent[] }) {
  const messages = useMessages(exceptionMessages)
  const names = useMessages(queueMessages)
  const words: Readonly<Record<string, unknown>> = { ...names, ...messages }
  const wordOfAct = (act: string): string => {
    if (act.startsWith('propose-')) return messages.proposedAct(wordOfAct(act.slice(8)))
    const word = words[act]
    return typeof word === 'string' ? word : act
  }
  return (
    <section aria-label={messages.history}>
      <h3 className="h2">{messages.history}</h3>
      <ul className="line">
        {history.map(({ at, act, by, note, proposalNo }) => (
          <li key={`${at} ${act}`} className={act.startsWith('propose-') ? 'is-wait' : undefined}>
            <div className="row">
              <span>{wordOfAct(act)}</span>
              <time dateTime={new Date(at).toISOString()}>{momentText(at)}</time>
            </div>
            <p className="cap c2">{[by, proposalNo, note].filter(Boolean).join(' · ')}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
