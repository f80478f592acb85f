import { useQuery } from '@tanstack/react-query'
import type { PlanDetail } from '@qingzhou/contract/features/restructure'
import { displayYuan } from '@qingzhou/domain/money/money'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { Card, Pairs, Screen } from '@qingzhou/ui/layout'
import { GrantedDrawing } from '@qingzhou/ui/graphics'
import { Result, SkeletonCards } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { go, numberInLink } from '#platform/navigation/navigation.ts'
import { formatDay } from '#shared/pages/figures.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { MissingSubject } from '#shared/pages/missing-subject.tsx'
import { Phrases } from '#shared/pages/phrases.tsx'
import { signedPlanQuery } from '#features/restructure/queries.ts'
import { links } from '#features/restructure/links.ts'

const { planSigned, signedPlans } = routes.restructure

/** The signed plan: settled loans and the next payment. */
export default function PlanSignedScreen() {
  const loanNo = numberInLink('loanNo')
  if (loanNo === undefined) return <MissingSubject title={planSigned.title} what="这份方案" />
  return <PlanSigned loanNo={loanNo} />
}

function PlanSigned({ loanNo }: { loanNo: string }) {
  const plan = useQuery(signedPlanQuery(loanNo))
  return (
    // The way back would open a finished form.
    <Screen title={planSigned.title} onBack={async () => go(signedPlans, { replace: true })}>
      <QueryState query={plan} skeleton={<SkeletonCards count={2} />}>
        {(detail) => <Signed detail={detail} />}
      </QueryState>
    </Screen>
  )
}

function Signed({ detail }: { detail: PlanDetail }) {
  const { plan, from, card } = detail
  const { next } = plan
  return (
    <Result
      drawing={<GrantedDrawing />}
      title="签约成功"
      sentence={
        <Phrases of={`${from.length} 笔原借款已结清，转为一笔 ${plan.months} 期的新借款`} />
      }
      actions={
        <>
          <ButtonLink href={links.signedPlan(plan.loanNo)}>查看签约详情</ButtonLink>
          <ButtonLink href={links.repayHome} kind="quiet">
            返回还款首页
          </ButtonLink>
        </>
      }
    >
      <Card title="接下来">
        <Pairs
          pairs={[
            { label: '待还合计', value: `${displayYuan(plan.leftTotal)} 元` },
            ...(next
              ? [
                  { label: '首期还款日', value: next.dueDate },
                  { label: '首期应还', value: `${displayYuan(next.amount)} 元` },
                ]
              : []),
            ...(card ? [{ label: '自动扣款', value: `${card.bankName}（${card.lastFour}）` }] : []),
          ]}
        />
        {next && (
          <p className="small ink-2">
            请在{formatDay(next.dueDate)}前将资金存入还款卡。到期前可随时提前还款，不收手续费
          </p>
        )}
      </Card>
    </Result>
  )
}
