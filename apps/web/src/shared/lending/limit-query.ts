import { queryOptions } from '@tanstack/react-query'
import { creditShapes } from '@qingzhou/contract/features/credit'
import type { Output } from '@qingzhou/contract/wire/shape'
import { callsOf } from '#platform/api/api.ts'
import { optionsOf, refetchOnOpen } from '#platform/api/query-provider.tsx'

const { limit } = callsOf('credit', { limit: creditShapes.limit })

export type Limit = Output<typeof creditShapes.limit>

/** Query of the current limit and its open draw; draws and payments change it. */
export function limitQuery() {
  return queryOptions({
    queryKey: ['limit'],
    queryFn: async (context) => limit({}, optionsOf(context)),
    staleTime: 0,
    refetchOnWindowFocus: true,
    ...refetchOnOpen,
  })
}
