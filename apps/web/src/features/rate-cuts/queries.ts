import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { rateCutsShapes } from '@qingzhou/contract/features/rate-cuts'
import type { Output } from '@qingzhou/contract/wire/shape'
import { callsOf } from '#platform/api/api.ts'

const rateCuts = callsOf('rate-cuts', rateCutsShapes)

export type RateCutDetail = Output<typeof rateCutsShapes.detail>

export const rateCutsQuery = infiniteQueryOptions({
  queryKey: ['rate-cuts'],
  initialPageParam: 1,
  queryFn: async ({ signal, pageParam: pageNo }) =>
    rateCuts.list({ pageNo }, { signal, quiet: true }),
  getNextPageParam: ({ hasMore }, _, pageNo) => (hasMore ? pageNo + 1 : undefined),
  refetchOnMount: 'always',
})

export function rateCutQuery(cutNo: string) {
  return queryOptions({
    queryKey: ['rate-cut', cutNo],
    queryFn: async ({ signal }) => rateCuts.detail({ cutNo }, { signal, quiet: true }),
  })
}
