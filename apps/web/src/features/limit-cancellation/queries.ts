import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { codes } from '@qingzhou/contract/codes'
import { limitCancellationShapes } from '@qingzhou/contract/limit-cancellation'
import type { Output } from '@qingzhou/contract/shape'
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

/** How far it has come, on this phone or on another. */
export const stepQuery = queryOptions({
  queryKey: ['limit-cancellation', 'step'],
  queryFn: async ({ signal }) => cancellation.currentStep({}, { signal, quiet: true }),
  refetchOnMount: 'always',
})

/** How far it has come. Who has no limit is shown so, where limits are listed. */
export function useCancellationStep() {
  const step = useQuery(stepQuery)
  const hasNoLimit = step.error instanceof ApiError && step.error.code === codes.accountState
  useEffect(() => {
    if (hasNoLimit) void go(routes['limit-cancellation'].cancellableLimits, { replace: true })
  }, [hasNoLimit])
  return step
}
