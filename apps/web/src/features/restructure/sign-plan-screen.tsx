import { useQuery } from '@tanstack/react-query'
import type { OpenPlan } from '@qingzhou/contract/restructure'
import { Screen } from '@qingzhou/ui/screen'
import { SkeletonCards } from '@qingzhou/ui/skeleton'
import { routes } from '#app/routes.ts'
import { backOr } from '#platform/navigation.ts'
import { QueryState } from '#shared/query-state.tsx'
import { PlanProgress } from './plan-progress.tsx'
import { PlanStepGate } from './plan-step-gate.tsx'
import { planQuoteQuery, type PlanBills } from './queries.ts'
import { SignPlanForm } from './sign-plan-form.tsx'
import { useSignPlan } from './use-sign-plan.ts'

const { signPlan, planCard } = routes.restructure

/** The plan once more, its costs, its papers, and the signature. */
export default function SignPlanScreen() {
  return (
    <PlanStepGate at="sign" title={signPlan.title}>
      {(plan, bills) => <SignPlan plan={plan} bills={bills} />}
    </PlanStepGate>
  )
}

function SignPlan({ plan, bills }: { plan: OpenPlan; bills: PlanBills }) {
  const quote = useQuery(planQuoteQuery(plan))
  const signing = useSignPlan(plan.planNo)

  if (quote.data) {
    return (
      // What was ticked was ticked for one trial, and is not carried over to another.
      <SignPlanForm
        key={quote.data.quoteId}
        plan={plan}
        bills={bills}
        quote={quote.data}
        signing={signing}
      />
    )
  }
  return (
    <Screen title={signPlan.title} onBack={() => backOr(planCard)} top={<PlanProgress at="sign" />}>
      <QueryState
        query={quote}
        skeleton={<SkeletonCards count={3} />}
        errorTitle="暂时不能签这个方案"
      >
        {() => null}
      </QueryState>
    </Screen>
  )
}
