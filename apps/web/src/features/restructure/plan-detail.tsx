import type { PlanDetail as Detail } from '@qingzhou/contract/restructure'
import { ButtonLink } from '@qingzhou/ui/button'
import { ButtonPair } from '@qingzhou/ui/button-pair'
import { Screen } from '@qingzhou/ui/screen'
import { SkeletonCards } from '@qingzhou/ui/skeleton'
import { back } from '#platform/navigation.ts'
import { CallUs } from '#shared/call-us.tsx'
import { PullToRefresh } from '#shared/pull-to-refresh.tsx'
import { QueryState, type QueryStateProps } from '#shared/query-state.tsx'
import { BrokenNotice } from './broken-notice.tsx'
import { PlanHeadline } from './plan-headline.tsx'
import { PlanInstalments } from './plan-instalments.tsx'
import { PlanOrigin } from './plan-origin.tsx'
import { PlanPapers } from './plan-papers.tsx'
import { to } from './to.ts'

export interface PlanDetailProps {
  title: string
  query: QueryStateProps<Detail>['query']
}

/** One signed plan: what is left, what it means, every instalment, where it came from, its papers. */
export function PlanDetail({ title, query }: PlanDetailProps) {
  return (
    <Screen title={title} onBack={back} footer={query.data && actionsOf(query.data)}>
      <PullToRefresh onRefresh={query.refetch}>
        <QueryState query={query} skeleton={<SkeletonCards count={3} />}>
          {(detail) => (
            <div className="stack stack-3">
              <BrokenNotice plan={detail.plan} />
              <PlanHeadline detail={detail} />
              <PlanInstalments instalments={detail.instalments} />
              <PlanOrigin detail={detail} />
              <PlanPapers agreements={detail.agreements} />
              <CallUs>对分期有疑问？</CallUs>
            </div>
          )}
        </QueryState>
      </PullToRefresh>
    </Screen>
  )
}

/** What is late is paid first; only a plan that is kept can be paid early. */
function actionsOf({ plan: { state, loanNo } }: Detail) {
  if (state === 'settled') return undefined
  if (state !== 'open') return <ButtonLink href={to.repayPlan(loanNo)}>去还款</ButtonLink>
  return (
    <ButtonPair>
      <ButtonLink kind="quiet" href={to.payEarly(loanNo)}>
        提前还款
      </ButtonLink>
      <ButtonLink href={to.repayPlan(loanNo)}>还款</ButtonLink>
    </ButtonPair>
  )
}
