import type { FaceReview as FaceDetail } from '@qingzhou/contract/features/console/reviews'
import { faceMessages, reviewMessages } from '#shared/catalogue/reviews.ts'
import { useMessages } from '#platform/catalogue.ts'
import { momentText } from '#platform/figures.ts'
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
              [names.name, face.name],
              [names.idNumber, face.idNumber],
              [names.expiresOn, face.expiresOn ?? names.forLife],
              [names.actions, face.actions.map((action) => names[action]).join('、') || '—'],
              [names.distance, face.distance?.toFixed(2) ?? '—'],
              [names.referredAt, momentText(face.referredAt)],
            ]}
          />
          <p className="body cap c3">{names.distanceHint}</p>
        </Card>
        <Decision
          item={queue}
          blocked={face.isOwn ? names.own : undefined}
          approve={names.approve}
          refuse={names.refuse}
        />
        {face.decision && <Decided decision={face.decision} />}
      </div>
    </div>
  )
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
