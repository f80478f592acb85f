import { useQuery } from '@tanstack/react-query'
import type { SignedPlan } from '@qingzhou/contract/features/restructure'
import { displayYuan } from '@qingzhou/domain/money/money'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { Card, List, ListRow, Screen } from '@qingzhou/ui/layout'
import { Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation/navigation.ts'
import { formatDay } from '#shared/pages/figures.ts'
import { PullToRefresh } from '#shared/pages/pull-to-refresh.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { PlanChip, planKindNames } from './plan-headline.tsx'
import { signedPlansQuery } from '#features/restructure/queries.ts'
import { links } from '#features/restructure/links.ts'

/** All signed plans with open amount and state. */
export default function SignedPlansScreen() {
  const signed = useQuery(signedPlansQuery)
  return (
    <Screen title={routes.restructure.signedPlans.title} onBack={back}>
      <PullToRefresh onRefresh={signed.refetch}>
        <QueryState query={signed} skeleton={<SkeletonCards count={2} />}>
          {({ plans }) => (plans.length === 0 ? <NoPlans /> : <Plans plans={plans} />)}
        </QueryState>
      </PullToRefresh>
    </Screen>
  )
}

function Plans({ plans }: { plans: readonly SignedPlan[] }) {
  const running = plans.filter((plan) => !isOver(plan))
  const over = plans.filter(isOver)
  return (
    <div className="stack stack-3">
      {running.length > 0 && <PlanRows title="还款中的方案" plans={running} />}
      {over.length > 0 && <PlanRows title="已结清的方案" plans={over} />}
    </div>
  )
}

function isOver({ state }: SignedPlan): boolean {
  return state === 'settled'
}

function PlanRows({ title, plans }: { title: string; plans: readonly SignedPlan[] }) {
  return (
    <Card flush title={title}>
      <List label={title}>
        {plans.map((plan) => (
          <ListRow
            key={plan.loanNo}
            label={
              <span className="row">
                {planKindNames[plan.kind]}
                <PlanChip state={plan.state} />
              </span>
            }
            note={<Notes plan={plan} />}
            value={<Amount plan={plan} />}
            href={
              plan.kind === 'billConversion'
                ? links.convertedPlan(plan.loanNo)
                : links.signedPlan(plan.loanNo)
            }
          />
        ))}
      </List>
    </Card>
  )
}

function Notes({ plan }: { plan: SignedPlan }) {
  return (
    <span className="stack tabular">
      <span>{nextPaymentText(plan)}</span>
      <span>
        已还 {plan.paidCount}/{plan.months} 期
      </span>
    </span>
  )
}

function nextPaymentText({ state, next, signedOn }: SignedPlan): string {
  if (!next || state === 'settled') return `${signedOn} 签约`
  if (state === 'broken') return '剩余部分应一次还清'
  if (state === 'overdue') return `第 ${next.n} 期已逾期 ${next.daysOverdue} 天`
  return `${formatDay(next.dueDate)}应还 ${displayYuan(next.amount)}`
}

/** The open amount; of a settled plan, the amount paid. */
function Amount({ plan: { state, leftTotal, paidTotal } }: { plan: SignedPlan }) {
  const isSettled = state === 'settled'
  return (
    <span className="stack tabular">
      <strong>{displayYuan(isSettled ? paidTotal : leftTotal)}</strong>
      <span className="caption ink-3">{isSettled ? '共还' : '待还'}</span>
    </span>
  )
}

function NoPlans() {
  return (
    <Empty
      title="还没有签约的分期"
      action={
        <div className="stack stack-2">
          <ButtonLink href={links.chooseBills} kind="quiet">
            逾期了，申请个性化分期
          </ButtonLink>
          <ButtonLink href={links.chooseSecondPlan()} kind="quiet">
            没有逾期，把本期账单分期
          </ButtonLink>
        </div>
      }
    >
      签约后，每期应还、扣款日和协议都在这里
    </Empty>
  )
}
