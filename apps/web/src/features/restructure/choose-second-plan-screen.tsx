import { useQuery } from '@tanstack/react-query'
import { Screen } from '@qingzhou/ui/screen'
import { SkeletonCards } from '@qingzhou/ui/skeleton'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation.ts'
import { QueryState } from '#shared/query-state.tsx'
import { NoBillToSpread } from './no-bill-to-spread.tsx'
import { SecondForm } from './second-form.tsx'
import { canBeSpread, secondOffersQuery } from './second-queries.ts'

/** One bill spread over some months of its own: which, over how many, and what that costs. */
export default function ChooseSecondPlanScreen() {
  const offers = useQuery(secondOffersQuery)
  if (offers.data?.bills.some(canBeSpread)) return <SecondForm offers={offers.data} />
  return (
    <Screen title={routes.restructure.chooseSecondPlan.title} onBack={back}>
      <QueryState query={offers} skeleton={<SkeletonCards count={3} />}>
        {({ bills }) => <NoBillToSpread bills={bills} />}
      </QueryState>
    </Screen>
  )
}
