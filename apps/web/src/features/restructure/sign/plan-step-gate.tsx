import { type ReactNode, useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { OpenPlan, PlanStep } from '@qingzhou/contract/features/restructure'
import { Screen } from '@qingzhou/ui/layout'
import { SkeletonCards } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { back, go } from '#platform/navigation/navigation.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { goToStep, isTooSoon, PlanProgress } from './plan-steps.tsx'
import { billsQuery, type PlanBills } from '#features/restructure/queries.ts'
import { takeLostSignature } from './use-sign-plan.ts'

export interface PlanStepGateProps {
  at: PlanStep
  title: string
  /** A form starts with what the server has now: another phone may have saved since. */
  isForm?: boolean
  children: (plan: OpenPlan, bills: PlanBills) => ReactNode
}

/**
 * Guards a step of a plan. A step that is not due redirects to the one that is; a finished step can
 * be opened again, so that the way back works.
 */
export function PlanStepGate({ at, title, isForm = false, children }: PlanStepGateProps) {
  const bills = useQuery(billsQuery)
  const plan = bills.data?.openPlan
  const isOpen = plan !== undefined && !isTooSoon(at, plan)
  // The cached state may be older than a change on another phone.
  const isCertain = bills.data !== undefined && !bills.isFetching
  const isBarred = isCertain && !isOpen

  useEffect(() => {
    if (isBarred) void redirectToStep(plan)
  }, [isBarred, plan])

  const isCurrent = !isForm || bills.isFetchedAfterMount
  if (isOpen && isCurrent && bills.data) return children(plan, bills.data)
  return (
    <Screen title={title} onBack={back} top={<PlanProgress at={at} />}>
      <QueryState query={{ ...bills, data: undefined }} skeleton={<SkeletonCards count={2} />}>
        {() => null}
      </QueryState>
    </Screen>
  )
}

async function redirectToStep(plan: OpenPlan | undefined): Promise<void> {
  if (plan) return goToStep(plan, { replace: true })
  // After a network failure during the signature, the plan may be gone because it is signed.
  const { signedPlans, chooseBills } = routes.restructure
  return go(takeLostSignature() ? signedPlans : chooseBills, { replace: true })
}
