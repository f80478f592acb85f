import { creditShapes } from '@qingzhou/contract/credit'
import type { Output } from '@qingzhou/contract/shape'
import { queryOptions } from '@tanstack/react-query'
import { callsOf } from '#platform/api.ts'

const { limit } = callsOf('credit', { limit: creditShapes.limit })

export type Limit = Output<typeof creditShapes.limit>

/** The limit as it stands now: a draw or a payment elsewhere changes it. */
export function limitQuery() {
  return queryOptions({
    queryKey: ['limit'],
    queryFn: async ({ signal }) => limit({}, { signal, quiet: true }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}
