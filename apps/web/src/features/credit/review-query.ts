import { creditShapes } from '@qingzhou/contract/credit'
import { queryOptions } from '@tanstack/react-query'
import { callsOf } from '#platform/api.ts'
import { read } from '#platform/storage.ts'
import { pollDelayMs } from '#shared/poll.ts'

const { currentStep } = callsOf('credit', { currentStep: creditShapes.currentStep })

/** Whether the review is over; asked less and less often, and at once when the page is seen again. */
export function reviewQuery() {
  return queryOptions({
    queryKey: ['review'],
    queryFn: async ({ signal }) => {
      const { step } = await currentStep(
        { flowBranch: read('flowBranch') },
        { signal, quiet: true },
      )
      return { isOver: step !== 'underReview' }
    },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => pollDelayMs(state.dataUpdateCount + state.errorUpdateCount),
  })
}
