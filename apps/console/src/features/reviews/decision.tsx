import type { ReviewItem } from '@qingzhou/contract/features/console/queues'
import type { ReviewDecision } from '@qingzhou/contract/features/console/reviews'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { reviewMessages } from '#shared/catalogue/reviews.ts'
import { queueCalls } from '#shared/queues/calls.ts'
import { useMessages } from '#platform/catalogue.ts'
import { momentText } from '#platform/figures.ts'
import { Card } from '#shared/parts/card.tsx'
import { Icon } from '#shared/parts/icon.tsx'
import { Failed } from '#shared/parts/states.tsx'
import type { FoundFact } from './found-fields.tsx'

type DecisionProps = {
  /** Undefined once it is decided. */
  readonly item: Pick<ReviewItem, 'itemNo'> | undefined
  readonly round?: number
  /** Why this member may not decide. */
  readonly blocked: string | undefined
  readonly approve: string
  readonly refuse: string
  readonly reasonLabel?: string
  /** For a dispute: what is true, if the books do not say it. */
  readonly found?: FoundFact | undefined
  readonly canApprove?: boolean
  readonly approvalNeedsReason?: boolean
}

function useDecision({ item, round, found }: DecisionProps, reason: string) {
  const client = useQueryClient()
  const [, go] = useLocation()
  return useMutation({
    mutationFn: (verdict: 'approved' | 'refused') =>
      queueCalls.decideReview({
        itemNo: item?.itemNo ?? '',
        ...(round !== undefined && { round }),
        verdict,
        ...((verdict === 'refused' || found) && { reason }),
        ...(verdict === 'approved' && found && { found }),
      }),
    onSuccess: async () => {
      await client.invalidateQueries()
      go('/reviews')
    },
  })
}

/** Only in the queue, and never by a member who had a part in it. */
export function Decision(props: DecisionProps) {
  const { item, blocked, approve, refuse, reasonLabel } = props
  const { canApprove = true, approvalNeedsReason = false } = props
  const messages = useMessages(reviewMessages)
  const [reason, setReason] = useState('')
  const decide = useDecision(props, reason)
  const isReasonless = reason.trim() === ''
  if (!item) return undefined
  if (blocked !== undefined) {
    return (
      <p className="note note-wait">
        <Icon name="info" />
        {blocked}
      </p>
    )
  }
  return (
    <section className="stack stack-3" aria-label={approve}>
      <label className="field">
        <span className="cap c2">{reasonLabel ?? messages.refusalReason}</span>
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
          disabled={isReasonless || decide.isPending}
          onClick={() => decide.mutate('refused')}
        >
          {refuse}
        </button>
        <button
          type="button"
          className="act act-main push"
          disabled={!canApprove || (approvalNeedsReason && isReasonless) || decide.isPending}
          onClick={() => decide.mutate('approved')}
        >
          {approve}
        </button>
      </div>
      {decide.error && (
        <Failed error={decide.error} at={decide.submittedAt} onRetry={() => decide.reset()} />
      )}
    </section>
  )
}

/** How a review ended, by whom and why. */
export function Decided({
  decision: { verdict, by, at, reason },
}: {
  readonly decision: ReviewDecision
}) {
  const messages = useMessages(reviewMessages)
  return (
    <Card title={messages.history}>
      <ul className="line body">
        <li>
          <div className="row">
            <span>{messages[verdict]}</span>
            <time dateTime={new Date(at).toISOString()}>{momentText(at)}</time>
          </div>
          <p className="cap c2">{[by, reason].filter(Boolean).join(' · ')}</p>
        </li>
      </ul>
    </Card>
  )
}
