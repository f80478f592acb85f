import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OpenPlan } from '@qingzhou/contract/features/restructure'
import { displayYuan, sum } from '@qingzhou/domain/money/money'
import { Button, ButtonLink, type Unavailable } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { Chip, Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { SettledDrawing, WaitingDrawing } from '@qingzhou/ui/graphics'
import { routes } from '#app/routes.ts'
import { back, go } from '#platform/navigation/navigation.ts'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'
import { NumberedSteps } from '#shared/pages/numbered-steps.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { BillRows, BillTicks } from './bill-ticks.tsx'
import {
  areOfSeveralLenders,
  canBeConsolidated,
  filterChosen,
  type LoanBill,
  sumOwed,
} from './loan-bill.ts'
import { changeChoice, planChoice } from './plan-figures.tsx'
import { goToStep, stepName } from '#features/restructure/sign/plan-steps.tsx'
import { billsQuery, type PlanBills } from '#features/restructure/queries.ts'
import { links } from '#features/restructure/links.ts'

/** The overdue loans to consolidate into one. */
export default function ChooseBillsScreen() {
  const bills = useQuery(billsQuery)
  const [wanted, setWanted] = useState(() => planChoice().loanNos)
  const joinable = bills.data?.loans.filter(canBeConsolidated) ?? []
  const chosen = bills.data
    ? filterChosen(bills.data, wanted ?? bills.data.openPlan?.loanNos ?? [])
    : []
  // One next action: continue the open plan, or the selection instead of it.
  const isAnother = !isChoiceOf(bills.data?.openPlan, chosen)

  function choose(loanNos: readonly string[]) {
    setWanted(loanNos)
    changeChoice({ loanNos })
  }

  return (
    <Screen
      title={routes.restructure.chooseBills.title}
      onBack={back}
      {...(joinable.length > 0 && {
        footerNote: `已选 ${chosen.length} 笔，合计 ${displayYuan(sum(chosen.map(sumOwed)))} 元`,
        footer: (
          <Button
            kind={isAnother ? 'primary' : 'quiet'}
            onPress={async () => go(routes.restructure.choosePlan)}
            unavailable={findMissing(chosen)}
          >
            下一步，选择期数
          </Button>
        ),
      })}
    >
      <QueryState query={bills} skeleton={<SkeletonCards count={3} />}>
        {(known) => (
          <div className="stack stack-3">
            {known.openPlan && (
              <OpenPlanCard
                plan={known.openPlan}
                kind={isAnother && chosen.length > 0 ? 'quiet' : 'primary'}
              />
            )}
            {joinable.length > 0 ? (
              <BillTicks
                bills={joinable}
                chosen={chosen.map(({ loan }) => loan.loanNo)}
                onChange={choose}
              />
            ) : (
              <NoBills bills={known.loans} />
            )}
            {joinable.length > 0 && <MoreToKnow bills={known} />}
          </div>
        )}
      </QueryState>
    </Screen>
  )
}

/** The title of the list. */
const TICKS = '选择要合并的账单'

function findMissing(chosen: readonly LoanBill[]): Unavailable | undefined {
  if (chosen.length === 0) return { reason: '请选择要合并的账单', field: TICKS }
  return areOfSeveralLenders(chosen)
    ? { reason: '请只选同一贷款人的账单', field: TICKS }
    : undefined
}

function isChoiceOf(plan: OpenPlan | undefined, chosen: readonly LoanBill[]): boolean {
  const isPartOf = ({ loan }: LoanBill) => plan?.loanNos.includes(loan.loanNo) ?? false
  return chosen.length === plan?.loanNos.length && chosen.every(isPartOf)
}

function MoreToKnow({ bills }: { bills: PlanBills }) {
  return (
    <>
      {!bills.loans.every(canBeConsolidated) && (
        <ButtonLink href={links.allBills} kind="text">
          没有找到要分期的账单？查看全部账单
        </ButtonLink>
      )}
      <HowItWorks bills={bills} />
    </>
  )
}

/** The cost comes first. */
function HowItWorks({ bills: { monthsMin, monthsMax } }: { bills: PlanBills }) {
  return (
    <Card title="分期流程">
      <NumberedSteps
        label="分期流程"
        steps={[
          {
            title: '合并为一笔新借款',
            note: '所选借款今日的全部应还转入新借款，原借款结清，不再产生罚息',
          },
          {
            title: `分 ${monthsMin} 至 ${monthsMax} 期还`,
            note: '利率低于原借款；期数越多，每期越少，总利息越多',
          },
          { title: '核验本人并签约', note: '约 5 分钟。方案未还清时不能再次借款' },
        ]}
      />
    </Card>
  )
}

/** An open plan, from any phone, can be continued. */
function OpenPlanCard({ plan, kind }: { plan: OpenPlan; kind: 'primary' | 'quiet' }) {
  return (
    <Card
      title="您有一个待签约的方案"
      note={`${plan.loanNos.length} 笔账单，分 ${plan.months} 期；签约前可随时修改`}
      trailing={<Chip tone="soon">待签约</Chip>}
    >
      <p className="small ink-2">下一步：{stepName(plan)}</p>
      <Button kind={kind} onPress={async () => goToStep(plan)}>
        继续签约
      </Button>
    </Card>
  )
}

/** Nothing can be consolidated: the reasons by loan, and the alternatives. */
function NoBills({ bills }: { bills: readonly LoanBill[] }) {
  if (bills.length === 0) {
    return (
      <Empty
        title="没有可以分期的账单"
        drawing={<SettledDrawing />}
        action={
          <ButtonLink href={links.signedPlans} kind="quiet" fit>
            查看已签方案
          </ButtonLink>
        }
      >
        您没有待还的借款
      </Empty>
    )
  }
  return (
    <>
      <Empty title="现在没有可以分期的账单" drawing={<WaitingDrawing />}>
        原因如下，符合条件后可再次申请
      </Empty>
      <BillRows title="不能分期的原因" bills={bills} />
      <ButtonLink href={links.repayHome}>去还款</ButtonLink>
      <ButtonLink href={links.signedPlans} kind="quiet">
        查看已签方案
      </ButtonLink>
      <ServiceContact>还款有困难？可与我们协商</ServiceContact>
    </>
  )
}
