import type { CreditReview } from '@qingzhou/contract/features/console/reviews'
import { reviewGrounds, type ReviewGround } from '@qingzhou/domain/credit/referral'
import { parseYuan, yuan, type Money } from '@qingzhou/domain/money/money'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { creditMessages } from '#shared/catalogue/reviews.ts'
import { useWords } from '#shared/catalogue/words.ts'
import { queueCalls } from '#shared/queues/calls.ts'
import type { Messages } from '#platform/catalogue.ts'
import { amountText } from '#platform/figures.ts'
import { Icon } from '#shared/parts/icon.tsx'
import { Failed } from '#shared/parts/states.tsx'
import type { ReviewDetail } from './review-screen.tsx'

type Names = Messages<typeof creditMessages>
type Verdict =
  | { readonly verdict: 'approved'; readonly amount: Money }
  | { readonly verdict: 'refused'; readonly ground: ReviewGround }

/** Approves a limit of at most what the rules give, or refuses for one of the grounds. */
export function CreditVerdict({
  item,
  credit,
  blocked,
  names,
}: {
  /** Undefined once it is decided. */
  readonly item: ReviewDetail['queue']
  readonly credit: CreditReview
  /** Why this member may not decide. */
  readonly blocked: string | undefined
  readonly names: Names
}) {
  const { amountMax, amountMin, step, twoReviewersAbove, first } = credit
  const [text, setText] = useState(yuan(amountMax))
  const [ground, setGround] = useState<ReviewGround>()
  const decide = useVerdict(item?.itemNo ?? '')
  if (!item) return undefined
  if (blocked !== undefined) return <Blocked says={blocked} />
  const amount = amountIn(text)
  const isOffered =
    amount !== undefined && amount >= amountMin && amount <= amountMax && amount % step === 0n
  const isFirst = !first && amount !== undefined && amount > twoReviewersAbove
  return (
    <section className="stack stack-3" aria-label={names.verdict}>
      <AmountField text={text} onChange={setText} credit={credit} names={names} />
      <GroundField ground={ground} onChange={setGround} names={names} />
      <div className="row">
        <button
          type="button"
          className="act act-refuse"
          disabled={ground === undefined || decide.isPending}
          onClick={() => ground && decide.mutate({ verdict: 'refused', ground })}
        >
          {names.refuse}
        </button>
        <button
          type="button"
          className="act act-main push"
          disabled={!isOffered || decide.isPending}
          onClick={() => isOffered && decide.mutate({ verdict: 'approved', amount })}
        >
          {isFirst ? names.approveFirst : names.approve}
        </button>
      </div>
      {decide.error && (
        <Failed error={decide.error} at={decide.submittedAt} onRetry={() => decide.reset()} />
      )}
    </section>
  )
}

function Blocked({ says }: { readonly says: string }) {
  return (
    <p className="note note-wait">
      <Icon name="info" />
      {says}
    </p>
  )
}

function AmountField({
  text,
  onChange,
  credit: { amountMin, amountMax },
  names,
}: {
  readonly text: string
  readonly onChange: (text: string) => void
  readonly credit: CreditReview
  readonly names: Names
}) {
  return (
    <label className="field">
      <span className="cap c2">{names.amount(amountText(amountMin), amountText(amountMax))}</span>
      <input
        className="control"
        inputMode="decimal"
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}

function GroundField({
  ground,
  onChange,
  names,
}: {
  readonly ground: ReviewGround | undefined
  readonly onChange: (ground: ReviewGround | undefined) => void
  readonly names: Names
}) {
  const words = useWords()
  return (
    <label className="field">
      <span className="cap c2">{names.ground}</span>
      <select
        className="control"
        value={ground ?? ''}
        onChange={({ target: { value } }) => onChange(reviewGrounds.find((one) => one === value))}
      >
        <option value="">{names.choose}</option>
        {reviewGrounds.map((one) => (
          <option key={one} value={one}>
            {words(one)}
          </option>
        ))}
      </select>
    </label>
  )
}

function useVerdict(itemNo: string) {
  const client = useQueryClient()
  const [, go] = useLocation()
  return useMutation({
    mutationFn: (verdict: Verdict) => queueCalls.decideReview({ itemNo, ...verdict }),
    onSuccess: async () => {
      await client.invalidateQueries()
      go('/reviews')
    },
  })
}

/** `12,000` and `12000.00` alike; undefined for anything else. */
function amountIn(text: string): Money | undefined {
  const parsed = parseYuan(text.replaceAll(',', '').trim())
  return parsed.ok ? parsed.value : undefined
}
