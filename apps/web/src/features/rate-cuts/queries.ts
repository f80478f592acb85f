import { infiniteQueryOptions } from '@tanstack/react-query'
import { rateCutsShapes } from '@qingzhou/contract/features/rate-cuts'
import { callsOf } from '#platform/api/api.ts'

const { list } = callsOf('rate-cuts', { list: rateCutsShapes.list })

export const rateCutsQuery = infiniteQueryOptions({
  queryKey: ['rate-cuts'],
  initialPageParam: 1,
  queryFn: async ({ signal, pageParam: pageNo }) => list({ pageNo }, { signal, quiet: true }),
  getNextPageParam: ({ hasMore }, _, pageNo) => (hasMore ? pageNo + 1 : undefined),
  refetchOnMount: 'always',
})
