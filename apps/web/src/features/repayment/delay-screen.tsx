import { useQuery } from '@tanstack/react-query'
import { Screen } from '@qingzhou/ui/screen'
import { SkeletonCards } from '@qingzhou/ui/skeleton'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation.ts'
import { QueryState } from '#shared/query-state.tsx'
import { DelayDone } from './delay-done.tsx'
import { DelayForm } from './delay-form.tsx'
import { canBeDelayed, delayOffersQuery } from './delay-queries.ts'
import { NoDelay } from './no-delay.tsx'
import { useDelay } from './use-delay.ts'

/** One instalment paid later: which, by how many days, at what cost. */
export default function DelayScreen() {
  const offers = useQuery(delayOffersQuery)
  const delaying = useDelay()
  const { delayed } = delaying

  if (delayed) return <DelayDone delayed={delayed} />
  if (offers.data?.loans.some(canBeDelayed)) {
    return <DelayForm offers={offers.data} delaying={delaying} />
  }
  return (
    <Screen title={routes.repayment.delay.title} onBack={back}>
      <QueryState query={offers} skeleton={<SkeletonCards count={3} />}>
        {({ loans }) => <NoDelay loans={loans} />}
      </QueryState>
    </Screen>
  )
}
