import { queryOptions } from '@tanstack/react-query'
import { limitCancellationShapes } from '@qingzhou/contract/limit-cancellation'
import type { Output } from '@qingzhou/contract/shape'
import { callsOf } from '#platform/api.ts'

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
