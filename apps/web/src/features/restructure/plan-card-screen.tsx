import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OpenPlan } from '@qingzhou/contract/restructure'
import { Screen } from '@qingzhou/ui/screen'
import { SkeletonCards } from '@qingzhou/ui/skeleton'
import { routes } from '#app/routes.ts'
import { backOr } from '#platform/navigation.ts'
import { BindCard } from '#shared/bind-card/bind-card.tsx'
import { boundCardsQuery } from '#shared/cards-queries.ts'
import { QueryState } from '#shared/query-state.tsx'
import { ChooseCard } from './choose-card.tsx'
import { PlanProgress } from './plan-progress.tsx'
import { PlanStepGate } from './plan-step-gate.tsx'

const { planCard, planContacts } = routes.restructure
const goBack = () => backOr(planContacts)
const progress = <PlanProgress at="card" />

/** The card that the instalments are debited from: one that is bound, or a new one. */
export default function PlanCardScreen() {
  return (
    <PlanStepGate at="card" title={planCard.title}>
      {(plan) => <PlanCard plan={plan} />}
    </PlanStepGate>
  )
}

function PlanCard({ plan }: { plan: OpenPlan }) {
  const client = useQueryClient()
  const bound = useQuery({ ...boundCardsQuery(), refetchOnMount: 'always' })
  const [chosen, setChosen] = useState(plan.cardId)
  const [wantsAnother, setWantsAnother] = useState(false)
  const hasCards = bound.data !== undefined && bound.data.length > 0

  if (bound.data && (wantsAnother || !hasCards)) {
    return (
      <BindCard
        title={planCard.title}
        draft="bind-card-for-plan"
        top={progress}
        purpose="分期每月从这张卡自动还款。添加时不会扣款，以后可以换卡。"
        onBack={hasCards ? () => setWantsAnother(false) : goBack}
        onBound={({ cardId }) => {
          void client.invalidateQueries({ queryKey: boundCardsQuery().queryKey })
          setChosen(cardId)
          setWantsAnother(false)
        }}
      />
    )
  }
  if (bound.data) {
    return (
      <ChooseCard
        planNo={plan.planNo}
        cards={bound.data}
        chosen={chosen}
        onChoose={setChosen}
        onAnother={() => setWantsAnother(true)}
      />
    )
  }
  return (
    <Screen title={planCard.title} onBack={goBack} top={progress}>
      <QueryState query={bound} skeleton={<SkeletonCards count={2} />}>
        {() => null}
      </QueryState>
    </Screen>
  )
}
