import type { DisputeReview as DisputeDetail } from '@qingzhou/contract/features/console/reviews'
import { unreachable } from '@qingzhou/domain/assert'
import { useState } from 'react'
import { Link } from 'wouter'
import { disputeMessages, reviewMessages } from '#shared/catalogue/reviews.ts'
import { type Messages, useMessages } from '#platform/catalogue.ts'
import { amountText } from '#platform/figures.ts'
import { Card } from '#shared/parts/card.tsx'
import { Facts } from '#shared/parts/facts.tsx'
import { Decided, Decision } from './decision.tsx'
import { FoundFields, foundFactOf, type FoundTexts } from './found-fields.tsx'
import type { ReviewDetail } from './review-screen.tsx'

type Words = Messages<typeof disputeMessages>

/** What the bureau was told beside what the books say: a person says which is true. */
export function DisputeReview({
  dispute,
  queue,
}: {
  readonly dispute: DisputeDetail
  readonly queue: ReviewDetail['queue']
}) {
  const messages = useMessages(reviewMessages)
  const words = useMessages(disputeMessages)
  const [texts, setTexts] = useState<FoundTexts>({})
  const found = foundFactOf(dispute.now.about, texts)
  return (
    <div className="halves">
      <div className="stack">
        <Comparison dispute={dispute} />
        <Card title={words.complaint}>
          <Facts
            className="facts body"
            rows={[
              [words.reason, words[dispute.reason]],
              [words.text, dispute.text],
              [words.disputedOn, dispute.disputedOn],
              [words.answerBy, dispute.answerBy],
            ]}
          />
        </Card>
      </div>
      <div className="stack">
        {queue && !dispute.isOwn && (
          <FoundFields about={dispute.now.about} texts={texts} onChange={setTexts} />
        )}
        <Decision
          item={queue}
          blocked={dispute.isOwn ? words.own : undefined}
          approve={words.uphold}
          refuse={words.reject}
          reasonLabel={words.answer}
          found={found}
          canApprove={found !== undefined || (dispute.differs && isEmpty(texts))}
          approvalNeedsReason={found !== undefined}
        />
        {dispute.decision && <Decided decision={dispute.decision} />}
        {!queue && !dispute.decision && <p className="cap c2">{messages.decided}</p>}
      </div>
    </div>
  )
}

function isEmpty(texts: FoundTexts): boolean {
  return Object.values(texts).every((text) => text === '')
}

function Comparison({ dispute }: { readonly dispute: DisputeDetail }) {
  const words = useMessages(disputeMessages)
  const { told, now, books, asOf, month, loanNo, differs } = dispute
  return (
    <Card title={words.comparison} aside={<Link href={`/loans/${loanNo}`}>{loanNo}</Link>}>
      <Facts
        className="facts body"
        rows={[
          [words.fact, words[now.about]],
          [words.asOf, asOf],
          [words.month, month.slice(0, 7)],
          [words.told, factText(told, words)],
          [words.now, factText(now, words)],
          [words.books, books ? factText(books, words) : words.booksUnknown],
        ]}
      />
      <p className="body cap c2">{differs ? words.differs : words.agrees}</p>
    </Card>
  )
}

function factText(fact: DisputeDetail['now'], words: Words): string {
  switch (fact.about) {
    case 'opened':
      return words.amountOf(amountText(fact.amount))
    case 'balance':
      return words.balanceOf(amountText(fact.balance), amountText(fact.overdue))
    case 'status':
      return words.statusOf(fact.daysLate, fact.lateClass)
    case 'closed':
      return words[fact.reason ?? 'stillOpen']
    default:
      return unreachable(fact)
  }
}
