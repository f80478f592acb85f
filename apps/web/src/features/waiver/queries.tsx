import { queryOptions } from '@tanstack/react-query'
import type { Output } from '@qingzhou/contract/wire/shape'
import { type WaiverOffer, waiverShapes } from '@qingzhou/contract/features/repayment/waiver'
import { Chip } from '@qingzhou/ui/feedback'
import { callsOf } from '#platform/api/api.ts'

export const waiver = callsOf('waiver', waiverShapes)

export type WaiverOffers = Output<typeof waiverShapes.offer>

const PAYING_MS = 5000

export const offersQuery = queryOptions({
  queryKey: ['waiver', 'offers'],
  queryFn: async ({ signal }) => waiver.offer({}, { signal, quiet: true }),
  // An offer with a pending order changes by itself.
  refetchInterval: ({ state }) =>
    state.data?.offers.some((offer) => offer.state === 'paying') ? PAYING_MS : false,
  refetchOnMount: 'always',
})

/** The state of an offer. */
export function OfferChip({ offer: { state, daysOverdue } }: { offer: WaiverOffer }) {
  switch (state) {
    case 'paid':
      return <Chip tone="fine">已还清</Chip>
    case 'lapsed':
      return <Chip tone="plain">已失效</Chip>
    case 'paying':
      return <Chip tone="soon">付款中</Chip>
    default:
      return <Chip tone="overdue">逾期 {daysOverdue} 天</Chip>
  }
}
