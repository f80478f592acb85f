import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { loansShapes } from '@qingzhou/contract/features/loans'
import { mallShapes, type MallOffer, type MallOrder } from '@qingzhou/contract/features/mall'
import type { Output } from '@qingzhou/contract/wire/shape'
import { callsOf } from '#platform/api/api.ts'
import { pollDelayMs } from '#shared/pages/timers.ts'

export const mall = callsOf('mall', mallShapes)
const { quote } = callsOf('loans', { quote: loansShapes.quote })

export type PurchaseQuote = Output<typeof loansShapes.quote>

const MALL = 'mall'

/** Query of the offers: at the customer's own rate once signed in. */
export function offersQuery(isKnown: boolean) {
  return queryOptions({
    queryKey: [MALL, 'offers', isKnown],
    queryFn: async ({ signal }) => (await mall.offers({}, { signal, quiet: true })).offers,
    // A price may change while the page is open; the server refuses old quotes.
    staleTime: 60_000,
  })
}

/** The picture of an offer, by its wire name. */
export function drawFor({ price }: MallOffer, months: number) {
  return {
    amount: price,
    months,
    method: 'equal-instalments',
    productNo: '900001',
  } as const
}

/** Query of the customer's own quote. */
export function quoteQuery(offer: MallOffer, months: number) {
  return queryOptions({
    queryKey: [MALL, 'quote', offer.offerNo, String(offer.price), months],
    queryFn: async ({ signal }) => quote(drawFor(offer, months), { signal, quiet: true }),
    staleTime: 60_000,
  })
}

/** Refetched while an order is moving. */
const moving: readonly MallOrder['state'][] = ['paying', 'returning']

export const ordersQuery = infiniteQueryOptions({
  queryKey: [MALL, 'orders'],
  initialPageParam: 1,
  queryFn: async ({ signal, pageParam: pageNo }) =>
    mall.orders({ act: 'read', pageNo }, { signal, quiet: true }),
  getNextPageParam: ({ hasMore }, _, pageNo) => (hasMore ? pageNo + 1 : undefined),
  refetchOnMount: 'always',
  refetchInterval: ({ state }) => {
    const orders = state.data?.pages.flatMap((page) => page.orders) ?? []
    const isMoving = orders.some((order) => moving.includes(order.state))
    return isMoving ? pollDelayMs(state.dataUpdateCount + state.errorUpdateCount) : false
  },
})
