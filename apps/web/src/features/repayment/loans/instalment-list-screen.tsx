import { useQuery } from '@tanstack/react-query'
import { Screen } from '@qingzhou/ui/layout'
import { SkeletonLines } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { back, numberInLink } from '#platform/navigation/navigation.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { MissingSubject } from '#shared/pages/missing-subject.tsx'
import { PlanTable } from './plan-table.tsx'
import { planQuery } from '#features/repayment/queries.ts'

const { title } = routes.repayment.instalmentList

/** The plain list of instalments, for embedding. */
export default function InstalmentListScreen() {
  const loanNo = numberInLink('loanNo')
  return loanNo === undefined ? (
    <MissingSubject title={title} what="这份计划" />
  ) : (
    <Listed loanNo={loanNo} />
  )
}

function Listed({ loanNo }: { loanNo: string }) {
  const plan = useQuery(planQuery(loanNo))
  return (
    <Screen title={title} onBack={back}>
      <section className="card">
        <QueryState query={plan} skeleton={<SkeletonLines count={12} />}>
          {({ instalments }) => (
            <PlanTable caption={title} instalments={instalments} partsOf={({ due }) => due} />
          )}
        </QueryState>
      </section>
    </Screen>
  )
}
