import type { PlanQuote } from '@qingzhou/contract/restructure'
import { Card } from '@qingzhou/ui/card'
import { SkeletonLines } from '@qingzhou/ui/skeleton'
import { QueryState, type QueryStateProps } from '#shared/query-state.tsx'
import { PlanFigures } from './plan-figures.tsx'

/** What the choice leads to. It keeps its height while the next answer is on its way. */
export function PlanQuoteCard({ quote }: { quote: QueryStateProps<PlanQuote>['query'] }) {
  return (
    <Card>
      <div className="quote">
        <QueryState
          query={quote}
          skeleton={<SkeletonLines count={6} label="正在试算" />}
          errorTitle="暂时不能这样分期"
        >
          {(answer) => <PlanFigures quote={answer} />}
        </QueryState>
      </div>
    </Card>
  )
}
