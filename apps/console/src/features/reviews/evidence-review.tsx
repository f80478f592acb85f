import { Link } from 'wouter'
import { reviewMessages } from '#shared/catalogue/reviews.ts'
import { useMessages } from '#platform/catalogue.ts'
import { amountText, momentText } from '#platform/figures.ts'
import { Card } from '#shared/parts/card.tsx'
import { Icon } from '#shared/parts/icon.tsx'
import { Decision } from './decision.tsx'
import { Facts } from '#shared/parts/facts.tsx'
import type { ReviewDetail } from './review-screen.tsx'

type EvidenceDetail = NonNullable<ReviewDetail['evidence']>

/** The files that a borrower submitted, beside the loan that they are about. */
export function EvidenceReview({
  shown,
  queue,
}: {
  readonly shown: EvidenceDetail
  readonly queue: ReviewDetail['queue']
}) {
  const messages = useMessages(reviewMessages)
  const { ownPart, round } = shown.evidence
  return (
    <div className="halves">
      <Files shown={shown} />
      <div className="stack">
        <Fields shown={shown} />
        <Decision
          key={round}
          item={queue}
          round={round}
          blocked={ownPart === undefined ? undefined : messages.fourEyes}
          approve={messages.approve}
          refuse={messages.refuse}
        />
        <History shown={shown} />
      </div>
    </div>
  )
}

function Files({ shown: { files } }: { readonly shown: EvidenceDetail }) {
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

function Fields({ shown: { evidence, note, principalLeft } }: { readonly shown: EvidenceDetail }) {
  const messages = useMessages(reviewMessages)
  const rows: [string, string][] = [
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
      <Facts className="facts body" rows={rows} />
    </Card>
  )
}

function History({ shown: { history } }: { readonly shown: EvidenceDetail }) {
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
