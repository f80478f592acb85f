import { queryOptions } from '@tanstack/react-query'
import { rateCutsShapes } from '@qingzhou/contract/features/repayment/rate-cuts'
import type { Output } from '@qingzhou/contract/wire/shape'
import { callsOf } from '#platform/api/api.ts'

const { detail } = callsOf('rate-cuts', { detail: rateCutsShapes.detail })

export type RateCutDetail = Output<typeof rateCutsShapes.detail>

/** Query of a booked rate cut with both plans. */
export function rateCutQuery(cutNo: string) {
  return queryOptions({
    queryKey: ['rate-cut', cutNo],
    queryFn: async ({ signal }) => detail({ cutNo }, { signal, quiet: true }),
  })
}
