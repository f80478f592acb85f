import { useQuery } from '@tanstack/react-query'
import type { OpenPlan } from '@qingzhou/contract/restructure'
import { Screen } from '@qingzhou/ui/screen'
import { SkeletonCards } from '@qingzhou/ui/skeleton'
import { routes } from '#app/routes.ts'
import { backOr } from '#platform/navigation.ts'
import { QueryState } from '#shared/query-state.tsx'
import { choicesQuery } from '#shared/reference-queries.ts'
import { PlanContactsForm } from './plan-contacts-form.tsx'
import { PlanProgress } from './plan-progress.tsx'
import { PlanStepGate } from './plan-step-gate.tsx'

const { planContacts, verifyPerson } = routes.restructure

/** Two people to reach, starting from those who are known. */
export default function PlanContactsScreen() {
  return (
    <PlanStepGate at="contacts" title={planContacts.title}>
      {(plan) => <PlanContacts plan={plan} />}
    </PlanStepGate>
  )
}

function PlanContacts({ plan }: { plan: OpenPlan }) {
  const choices = useQuery(choicesQuery(['relation']))

  if (choices.data) {
    return (
      <PlanContactsForm
        planNo={plan.planNo}
        known={plan.contacts ?? []}
        relations={choices.data.relation ?? []}
      />
    )
  }
  return (
    <Screen
      title={planContacts.title}
      onBack={() => backOr(verifyPerson)}
      top={<PlanProgress at="contacts" />}
    >
      <QueryState query={choices} skeleton={<SkeletonCards count={2} />}>
        {() => null}
      </QueryState>
    </Screen>
  )
}
