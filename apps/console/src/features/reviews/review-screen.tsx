import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'wouter'
import { queueMessages } from '#shared/catalogue/queues.ts'
import { reviewMessages } from '#shared/catalogue/reviews.ts'
import { type queueCalls, queueQueries } from '#shared/queues/calls.ts'
import { ClaimButton } from '#shared/queues/claim-button.tsx'
import { useMessages } from '#platform/catalogue.ts'
import { Part } from '#shared/parts/states.tsx'
import { DisputeReview } from './dispute-review.tsx'
import { EvidenceReview } from './evidence-review.tsx'
import { CreditReview } from './credit-review.tsx'
import { FaceReview } from './face-review.tsx'

export type ReviewDetail = Awaited<ReturnType<typeof queueCalls.review>>

/** The pictures beside the fields that they have to show. */
export default function ReviewScreen() {
  const { no } = useParams<{ no: string }>()
  const query = useQuery(queueQueries.review(no))
  return (
    <Part query={query} rows={8}>
      {(shown) => (
        <>
          <ReviewHead no={no} shown={shown} />
          <div className="page scroll">
            {shown.evidence && <EvidenceReview shown={shown.evidence} queue={shown.queue} />}
            {shown.dispute && <DisputeReview dispute={shown.dispute} queue={shown.queue} />}
            {shown.face && <FaceReview face={shown.face} queue={shown.queue} />}
            {shown.credit && <CreditReview credit={shown.credit} queue={shown.queue} />}
          </div>
        </>
      )}
    </Part>
  )
}

function ReviewHead({
  no,
  shown: { evidence, face, credit, dispute, queue },
}: {
  readonly no: string
  readonly shown: ReviewDetail
}) {
  const messages = useMessages(reviewMessages)
  const names = useMessages(queueMessages)
  const other = credit ? 'credit' : dispute ? 'dispute' : 'face'
  const kind = evidence?.evidence.subject ?? other
  const customer = queue?.customer ?? (face ?? credit ?? dispute)?.customer
  return (
    <header className="person">
      <div className="row">
        <Link href="/reviews">{messages.title}</Link>
        <span className="c3">/</span>
        <h1 className="h1">{`${names[kind]} ${no}`}</h1>
        {customer !== undefined && <Link href={`/customers/${customer}`}>{customer}</Link>}
        {queue ? (
          <ClaimButton queue="reviews" item={queue} />
        ) : (
          <span className="chip">{messages.decided}</span>
        )}
      </div>
    </header>
  )
}
