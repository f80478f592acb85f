import { queryOptions } from '@tanstack/react-query'
import { loansShapes } from '@qingzhou/contract/features/loans'
import { mallShapes } from '@qingzhou/contract/features/mall'
import type { Output } from '@qingzhou/contract/wire/shape'
import type { Money } from '@qingzhou/domain/money/money'
import { callsOf } from '#platform/api/api.ts'
import { optionsOf, refetchOnOpen } from '#platform/api/query-provider.tsx'
import { pollDelayMs } from '#shared/pages/timers.ts'
import type { Method } from './draw-draft.ts'

export const loans = callsOf('loans', loansShapes)

export type Quote = Output<typeof loansShapes.quote>
export type LoanResult = Output<typeof loansShapes.result>
export type Choices = Output<typeof loansShapes.choices>

/** The terms of a quote. */
export type Terms = { readonly amount: Money; readonly months: number; readonly method: Method }

export const choicesQuery = queryOptions({
  queryKey: ['loans', 'choices'],
  queryFn: async (context) => loans.choices({}, optionsOf(context)),
})

export const rateQuery = queryOptions({
  queryKey: ['loans', 'rate'],
  queryFn: async ({ signal }) => loans.rate({}, { signal, quiet: true }),
})

export const cardsQuery = queryOptions({
  queryKey: ['loans', 'cards'],
  queryFn: async (context) => (await loans.payoutCards({}, optionsOf(context))).cards,
  // A card may have been added on the previous page.
  ...refetchOnOpen,
})

export function couponsQuery(terms: Terms | undefined) {
  return queryOptions({
    queryKey: ['loans', 'coupons', keyOf(terms)],
    enabled: terms !== undefined,
    queryFn: async ({ signal }) => loans.coupons(wireTerms(terms), { signal, quiet: true }),
  })
}

/** Query of the quote for these terms; never shows the quote of other terms. */
export function quoteQuery(terms: Terms | undefined, couponNo: string | undefined) {
  return queryOptions({
    queryKey: ['loans', 'quote', keyOf(terms), couponNo ?? ''],
    enabled: terms !== undefined,
    queryFn: async ({ signal }) =>
      loans.quote({ ...wireTerms(terms), couponNo }, { signal, quiet: true }),
    // A rate may change while the page is open; the server refuses old quotes.
    staleTime: 60_000,
  })
}

/** Polled until the draw is settled, with growing intervals. */
export function resultQuery(drawNo: string) {
  return queryOptions({
    queryKey: ['loans', 'result', drawNo],
    queryFn: async ({ signal }) => loans.result({ drawNo }, { signal, quiet: true }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'processing' || state.data === undefined
        ? pollDelayMs(state.dataUpdateCount + state.errorUpdateCount)
        : false,
    gcTime: 0,
  })
}

const { orders } = callsOf('mall', { orders: mallShapes.orders })

/** Query of the purchase that a draw pays for. */
export function purchaseQuery(drawNo: string) {
  return queryOptions({
    queryKey: ['loans', 'purchase', drawNo],
    queryFn: async ({ signal }) => {
      const page = await orders({ act: 'read', pageNo: 1 }, { signal, quiet: true })
      return page.orders.find((order) => order.drawNo === drawNo) ?? null
    },
  })
}

/** The terms in wire names. A disabled query never calls this. */
function wireTerms(terms: Terms | undefined) {
  if (!terms) throw new Error('quote: terms missing')
  const { amount, months, method } = terms
  return { amount, months, method }
}

function keyOf(terms: Terms | undefined): string {
  return terms ? `${terms.amount}/${terms.months}/${terms.method}` : ''
}
