import type { FaceReview as FaceDetail } from '@qingzhou/contract/features/console/reviews'
import { faceMessages, facePurposeMessages, reviewMessages } from '#shared/catalogue/reviews.ts'
import { type Messages, useMessages } from '#platform/catalogue.ts'
import { amountText, momentText } from '#platform/figures.ts'
import { Card } from '#shared/parts/card.tsx'
import { Decided, Decision } from './decision.tsx'
import { Facts } from '#shared/parts/facts.tsx'
import type { ReviewDetail } from './review-screen.tsx'

/** The card beside the frames of the camera: a person says whether both show one face. */
export function FaceReview({
  face,
  queue,
}: {
  readonly face: FaceDetail
  readonly queue: ReviewDetail['queue']
}) {
  const messages = useMessages(reviewMessages)
  const names = useMessages(faceMessages)
  const purposes = useMessages(facePurposeMessages)
  return (
    <div className="halves">
      <Card title={names.pictures} note={String(face.frames.length + 1)}>
        <div className="body stack">
          <Picture url={face.portrait} caption={names.portrait} />
          <div className="frames">
            {face.frames.map((url, at) => (
              <Picture key={url} url={url} caption={names.frame(at + 1)} />
            ))}
          </div>
        </div>
      </Card>
      <div className="stack">
        <Card title={messages.fields}>
          <Facts
            className="facts body"
            rows={[
              [names.purpose, purposes[face.purpose]],
              ...optionalRows(face, names),
              [names.name, face.name],
              [names.idNumber, face.idNumber],
              [names.expiresOn, face.expiresOn ?? names.forLife],
              [names.actions, face.actions.map((action) => names[action]).join('、') || '—'],
              [names.distance, face.distance?.toFixed(2) ?? '—'],
              [names.referredAt, momentText(face.referredAt)],
            ]}
          />
          <p className="body cap c3">{names.distanceHint}</p>
          {face.needsTwo && <p className="body cap c2">{names.needsTwo}</p>}
        </Card>
        <Decision
          item={queue}
          blocked={obstacleFor(face, names)}
          approve={face.needsTwo && !face.first ? names.approveFirst : names.approve}
          refuse={names.refuse}
        />
        {face.decision && <Decided decision={face.decision} />}
      </div>
    </div>
  )
}

type Names = Messages<typeof faceMessages>

/** What only some checks have. */
function optionalRows({ amount, heldUntil, first }: FaceDetail, names: Names) {
  const rows: [string, string][] = []
  if (amount !== undefined) rows.push([names.amount, amountText(amount)])
  if (heldUntil !== undefined) rows.push([names.heldUntil, momentText(heldUntil)])
  if (first) rows.push([names.firstApproval, `${first.by} · ${momentText(first.at)}`])
  return rows
}

/** Why this member may not decide. */
function obstacleFor({ isOwn, first, decision }: FaceDetail, names: Names): string | undefined {
  if (isOwn) return names.own
  return first?.isOwn && !decision ? names.ownFirst : undefined
}

function Picture({ url, caption }: { readonly url: string | undefined; readonly caption: string }) {
  if (url === undefined) return undefined
  return (
    <figure className="stack stack-2">
      <a href={url} target="_blank" rel="noreferrer">
        <img src={url} alt={caption} width="100%" />
      </a>
      <figcaption className="cap c2">{caption}</figcaption>
    </figure>
  )
}
