import type { SecondQuote } from '@qingzhou/contract/restructure'
import { yuan } from '@qingzhou/domain/money/money'
import { Card } from '@qingzhou/ui/card'
import { Num } from '@qingzhou/ui/number'
import { Pairs } from '@qingzhou/ui/pairs'
import { SkeletonLines } from '@qingzhou/ui/skeleton'
import { Sum } from '@qingzhou/ui/sum'
import { percentOf } from '#shared/figures.ts'
import { PlanOutline, WholePlanButton } from '#shared/plan-outline.tsx'
import { QueryState, type QueryStateProps } from '#shared/query-state.tsx'

/** What it costs more, before what becomes easier. */
export function SecondQuoteCard({ quote }: { quote: QueryStateProps<SecondQuote>['query'] }) {
  return (
    <Card title="比到期一次还清多付">
      <div className="quote">
        <QueryState
          query={quote}
          skeleton={<SkeletonLines count={6} label="正在试算" />}
          errorTitle="暂时不能这样分期"
        >
          {(shown) => <Figures quote={shown} />}
        </QueryState>
      </div>
    </Card>
  )
}

function Figures({ quote }: { quote: SecondQuote }) {
  const { n, amount, totalInterest, totalAmount, annualRate, annualCost, plan, validOn } = quote
  return (
    <div className="stack stack-3">
      <Num value={yuan(totalInterest)} yuan size="lg" />
      <Sum
        lines={[
          { label: `第 ${n} 期账单`, value: <Num value={yuan(amount)} /> },
          { label: '分期利息', value: <Num value={yuan(totalInterest)} /> },
        ]}
        total={{ label: '一共要还', value: <Num value={yuan(totalAmount)} yuan size="md" /> }}
      />
      <Pairs
        pairs={[
          { label: '年化利率（单利）', value: percentOf(annualRate) },
          ...(percentOf(annualCost) === percentOf(annualRate)
            ? []
            : [{ label: '综合年化成本（单利）', value: percentOf(annualCost) }]),
        ]}
      />
      <div className="ruled">
        <PlanOutline plan={plan} />
      </div>
      <WholePlanButton
        plan={plan}
        note={`以今天（${validOn}）签约为准，不收手续费；其他各期账单照常还`}
      />
    </div>
  )
}
