import { queryOptions } from '@tanstack/react-query'
import type { Output } from '@qingzhou/contract/shape'
import { waiverShapes } from '@qingzhou/contract/waiver'
import { callsOf } from '#platform/api.ts'

export const waiver = callsOf('waiver', waiverShapes)

export type WaiverOffers = Output<typeof waiverShapes.offer>

const PAYING_MS = 5000

export const offersQuery = queryOptions({
  queryKey: ['waiver', 'offers'],
  queryFn: async ({ signal }) => waiver.offer({}, { signal, quiet: true }),
  // One that is being paid moves on by itself.
  refetchInterval: ({ state }) =>
    state.data?.offers.some((offer) => offer.state === 'paying') ? PAYING_MS : false,
  refetchOnMount: 'always',
})
