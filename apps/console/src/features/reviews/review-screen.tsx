import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { queueMessages } from '#shared/catalogue/queues.ts'
import { reviewMessages } from '#shared/catalogue/reviews.ts'
import { queueCalls, queueQueries } from '#shared/queues/calls.ts'
import { ClaimButton } from '#shared/queues/claim-button.tsx'
import { useMessages } from '#platform/catalogue.ts'
import { amountText, momentText } from '#platform/figures.ts'
import { Card } from '#shared/parts/card.tsx'
import { Icon } from '#shared/parts/icon.tsx'
import { Failed, Part } from '#shared/parts/states.tsx'

type ReviewDetail = Awaited<ReturnType<typeof queueCalls.review>>

/** The pictures beside the fields that they have to show. */
export default function ReviewScreen() {
  const { no } = useParams<{ no: string }>()
  const query = useQuery(queueQueries.review(no))
  return (
    <Part query={query} rows={8}>
      {(shown) => (
        <>
          <ReviewHead shown={shown} />
          <div className="page scroll">
            <div className="halves">
              <Files shown={shown} />
              <div className="stack">
                <Fields shown={shown} />
                <Decision key={shown.evidence.round} shown={shown} />
                <History shown={shown} />
              </div>
            </div>
          </div>
        </>
      )}
    </Part>
  )
}

function ReviewHead({ shown: { evidence, queue } }: { readonly shown: ReviewDetail }) {
  const messages = useMessages(reviewMessages)
  const names = useMessages(queueMessages)
  return (
    <header className="person">
      <div className="row">
        <Link href="/reviews">{messages.title}</Link>
        <span className="c3">/</span>
        <h1 className="h1">{`${names[evidence.subject]} ${evidence.evidenceNo}`}</h1>
        {queue ? (
          <ClaimButton queue="reviews" item={queue} />
        ) : (
          <span className="chip">{messages.decided}</span>
        )}
      </div>
    </header>
  )
}

function Files({ shown: { files } }: { readonly shown: ReviewDetail }) {
  const messages = useMessages(reviewMessages)
  return (
    <Card title={messages.files} note={String(files.length)}>
      <div className="body stack">
        {files.map(({ fileNo, fileName, kind, url }) => (
          <figure key={fileNo} className="stack stack-2">
            {kind === 'picture' && url !== undefined ? (
              <a href={url} target="_blank" rel="noreferrer">
                <img src={url} alt={fileName} width="100%" />
              </a>
            ) : (
              <a href={url} target="_blank" rel="noreferrer">
                <Icon name="document" />
                {fileName}
              </a>
            )}
            <figcaption className="cap c2">{fileName}</figcaption>
          </figure>
        ))}
      </div>
    </Card>
  )
}

function Fields({ shown: { evidence, note, principalLeft } }: { readonly shown: ReviewDetail }) {
  const messages = useMessages(reviewMessages)
  const rows = [
    [messages.borrower, evidence.borrowerName],
    [messages.phone, evidence.mobile],
    [messages.amount, amountText(evidence.amount)],
    [messages.principalLeft, amountText(principalLeft)],
    [messages.purpose, evidence.purposeName],
    [messages.summary, evidence.summary ?? '—'],
    [messages.note, note ?? '—'],
    [messages.round, String(evidence.round)],
  ]
  return (
    <Card
      title={messages.fields}
      aside={<Link href={`/loans/${evidence.loanNo}`}>{evidence.loanNo}</Link>}
    >
      <dl className="facts body">
        {rows.map(([name, value]) => (
          <Field key={name} name={name ?? ''} value={value ?? ''} />
        ))}
      </dl>
    </Card>
  )
}

function Field({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}

function useDecision({ evidenceNo, round }: ReviewDetail['evidence'], reason: string) {
  const client = useQueryClient()
  const [, go] = useLocation()
  return useMutation({
    mutationFn: (verdict: 'approved' | 'refused') =>
      queueCalls.decideReview({
        itemNo: evidenceNo,
        round,
        verdict,
        ...(verdict === 'refused' && { reason }),
      }),
    onSuccess: async () => {
      await client.invalidateQueries()
      go('/reviews')
    },
  })
}

/** Only in the queue, and never by a member who had a part in it. */
function Decision({ shown: { evidence, queue } }: { readonly shown: ReviewDetail }) {
  const messages = useMessages(reviewMessages)
  const [reason, setReason] = useState('')
  const decide = useDecision(evidence, reason)
  if (!queue) return undefined
  if (evidence.ownPart !== undefined) {
    return (
      <p className="note note-wait">
        <Icon name="info" />
        {messages.fourEyes}
      </p>
    )
  }
  return (
    <section className="stack stack-3" aria-label={messages.approve}>
      <label className="field">
        <span className="cap c2">{messages.refusalReason}</span>
        <textarea
          className="control tall"
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      <div className="row">
        <button
          type="button"
          className="act act-refuse"
          disabled={reason.trim() === '' || decide.isPending}
          onClick={() => decide.mutate('refused')}
        >
          {messages.refuse}
        </button>
        <button
          type="button"
          className="act act-main push"
          disabled={decide.isPending}
          onClick={() => decide.mutate('approved')}
        >
          {messages.approve}
        </button>
      </div>
      {decide.error && (
        <Failed error={decide.error} at={decide.submittedAt} onRetry={() => decide.reset()} />
      )}
    </section>
  )
}

function History({ shown: { history } }: { readonly shown: ReviewDetail }) {
  const messages = useMessages(reviewMessages)
  return (
    <Card title={messages.history}>
      <ul className="line body">
        {history.map(({ act, by, at, reason, round }) => (
          <li key={`${at} ${act}`}>
            <div className="row">
              <span>{messages[act]}</span>
              <time dateTime={new Date(at).toISOString()}>{momentText(at)}</time>
            </div>
            <p className="cap c2">
              {[by, `${messages.round} ${round}`, reason].filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
