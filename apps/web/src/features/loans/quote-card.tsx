import { useQuery } from '@tanstack/react-query'
import { yuan } from '@qingzhou/domain/money/money'
import { Card } from '@qingzhou/ui/card'
import { Num } from '@qingzhou/ui/number'
import { Pairs } from '@qingzhou/ui/pairs'
import { SkeletonLines } from '@qingzhou/ui/skeleton'
import { percentOf } from '#shared/figures.ts'
import { QueryState } from '#shared/query-state.tsx'
import { PlanOutline, WholePlanButton } from '#shared/plan-outline.tsx'
import { rateQuery, type Quote } from './queries.ts'
import type { DrawState } from './use-draw.ts'

/** What follows from the choice. It keeps its height while the next answer is on its way. */
export function QuoteCard({ draw }: { draw: DrawState }) {
  return (
    <Card>
      {draw.draft.months === undefined ? (
        <p className="small ink-2">选好金额和期限，这里会显示每期应还和全部成本</p>
      ) : (
        <div className="quote">
          <QueryState
            query={draw.quote}
            skeleton={<SkeletonLines count={5} label="正在试算" />}
            errorTitle="试算没有完成"
          >
            {(quote) => <QuoteFigures quote={quote} />}
          </QueryState>
        </div>
      )}
    </Card>
  )
}

function QuoteFigures({ quote }: { quote: Quote }) {
  const rate = useQuery(rateQuery)
  return (
    <div className="stack stack-3">
      <PlanOutline plan={quote.plan} />
      <Pairs pairs={figuresOf(quote, rate.data)} />
      <WholePlanButton plan={quote.plan} note="以放款当日为准：放款日即起息日，每月同日还款" />
    </div>
  )
}

function figuresOf(quote: Quote, rate: { lpr: bigint; lprOn: string } | undefined) {
  return [
    { label: '总利息', value: <Num value={yuan(quote.totalInterest)} yuan /> },
    ...(quote.totalGiven > 0n
      ? [
          {
            label: '优惠减免',
            value: <Num value={`-${yuan(quote.totalGiven)}`} yuan tone="incoming" />,
          },
        ]
      : []),
    { label: '还款合计', value: <Num value={yuan(quote.totalAmount)} yuan /> },
    { label: '年化利率（单利）', value: percentOf(quote.annualRate) },
    ...(percentOf(quote.annualCost) === percentOf(quote.annualRate)
      ? []
      : [{ label: '综合年化成本（单利）', value: percentOf(quote.annualCost) }]),
    ...(rate ? [{ label: `一年期 LPR（${rate.lprOn}）`, value: percentOf(rate.lpr) }] : []),
  ]
}
