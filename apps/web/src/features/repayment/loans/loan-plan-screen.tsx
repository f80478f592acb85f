import { useQuery } from '@tanstack/react-query'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Card, Pairs, Screen } from '@qingzhou/ui/layout'
import { SkeletonCards } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { back, numberInLink } from '#platform/navigation/navigation.ts'
import { formatPercent } from '#shared/pages/figures.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { MissingSubject } from '#shared/pages/missing-subject.tsx'
import { InstalmentRows } from '#shared/lending/instalment-rows.tsx'
import { termText } from '#shared/lending/term-text.ts'
import { loanActions } from './loan-rows.tsx'
import { planQuery } from '#features/repayment/queries.ts'

const { title } = routes.repayment.loanPlan

/** The plan of one loan with the state of every instalment. */
export default function LoanPlanScreen() {
  const loanNo = numberInLink('loanNo')
  return loanNo === undefined ? (
    <MissingSubject title={title} what="这笔借款" />
  ) : (
    <Plan loanNo={loanNo} />
  )
}

function Plan({ loanNo }: { loanNo: string }) {
  const plan = useQuery(planQuery(loanNo))
  return (
    <Screen title={title} onBack={back} footer={loanActions(plan.data?.loan)}>
      <QueryState query={plan} skeleton={<SkeletonCards count={3} />}>
        {({ loan, instalments }) => (
          <div className="stack stack-3">
            <Card title={loan.purposeName}>
              <Pairs
                pairs={[
                  { label: '借款金额', value: `${displayYuan(loan.amount)} 元` },
                  { label: '待还本金', value: `${displayYuan(loan.principalLeft)} 元` },
                  { label: '期限', value: termText(loan) },
                  { label: '还款方式', value: loan.methodName },
                  { label: '年化利率（单利）', value: formatPercent(loan.annualRate) },
                ]}
              />
            </Card>
            <InstalmentRows instalments={instalments} />
          </div>
        )}
      </QueryState>
    </Screen>
  )
}
