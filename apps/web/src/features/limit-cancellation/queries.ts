import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { codes } from '@qingzhou/contract/codes'
import { limitCancellationShapes } from '@qingzhou/contract/features/limit-cancellation'
import type { Output } from '@qingzhou/contract/wire/shape'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { callsOf } from '#platform/api/api.ts'
import { go } from '#platform/navigation/navigation.ts'

export const cancellation = callsOf('limit-cancellation', limitCancellationShapes)

export type CancellationStep = Output<typeof limitCancellationShapes.currentStep>

export type Ended = Output<typeof limitCancellationShapes.cancel>

export const limitsQuery = queryOptions({
  queryKey: ['limit-cancellation', 'limits'],
  queryFn: async ({ signal }) => cancellation.limits({}, { signal, quiet: true }),
  refetchOnMount: 'always',
})

/** Query of the state of the cancellation, from any phone. */
export const stepQuery = queryOptions({
  queryKey: ['limit-cancellation', 'step'],
  queryFn: async ({ signal }) => cancellation.currentStep({}, { signal, quiet: true }),
  refetchOnMount: 'always',
})

/** The state of the cancellation. Without a limit, the list of limits opens. */
export function useCancellationStep() {
  const step = useQuery(stepQuery)
  const hasNoLimit = step.error instanceof ApiError && step.error.code === codes.accountState
  useEffect(() => {
    if (hasNoLimit) void go(routes['limit-cancellation'].cancellableLimits, { replace: true })
  }, [hasNoLimit])
  return step
}
