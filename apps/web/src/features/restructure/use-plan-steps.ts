import { useQueryClient } from '@tanstack/react-query'
import type { OpenPlan } from '@qingzhou/contract/restructure'
import { routes } from '#app/routes.ts'
import { go } from '#platform/navigation.ts'
import { goToStep } from './plan-steps.ts'
import { billsQuery } from './queries.ts'

/** Leads on from one step of a plan to the one that is due. */
export function usePlanSteps() {
  const client = useQueryClient()

  return {
    /** What a save answered is known at once: the next page need not wait to be told. */
    goOnWith: async (openPlan: OpenPlan): Promise<void> => {
      client.setQueryData(billsQuery.queryKey, (known) => known && { ...known, openPlan })
      await goToStep(openPlan)
    },
    /** Where something else than a save has moved the plan on, the server is asked how far it is. */
    goOn: async (options?: { replace: true }): Promise<void> => {
      const { openPlan } = await client.fetchQuery({ ...billsQuery, staleTime: 0 })
      if (openPlan) await goToStep(openPlan, options)
      else await go(routes.restructure.chooseBills, { replace: true })
    },
  }
}
