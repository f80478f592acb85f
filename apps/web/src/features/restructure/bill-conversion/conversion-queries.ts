import { queryOptions } from '@tanstack/react-query'
import type { SecondQuote } from '@qingzhou/contract/restructure'
import { restructure, type SecondOffers } from '#features/restructure/queries.ts'

type BillToSpread = SecondOffers['bills'][number]

/** A bill that can be converted. */
export type Spreadable = BillToSpread & { readonly bill: NonNullable<BillToSpread['bill']> }

/** Query of the convertible bills and their months. */
export const secondOffersQuery = queryOptions({
  queryKey: ['restructure', 'second'],
  queryFn: async ({ signal }) => restructure.quoteSecond({}, { signal, quiet: true }),
  refetchOnMount: 'always',
})

/** Query of the quote for this bill and months. */
export function secondQuoteQuery(asked: { readonly loanNo: string; readonly months: number }) {
  return queryOptions({
    queryKey: ['restructure', 'second', asked.loanNo, asked.months],
    queryFn: async ({ signal }): Promise<SecondQuote> => {
      const { quote } = await restructure.quoteSecond(asked, { signal, quiet: true })
      if (!quote) throw new Error('bill conversion: answer without quote')
      return quote
    },
    refetchOnMount: 'always',
  })
}

/** Query of a converted bill by its new loan number. */
export function secondPlanQuery(loanNo: string) {
  return queryOptions({
    queryKey: ['restructure', 'second-plan', loanNo],
    queryFn: async ({ signal }) => restructure.secondPlan({ loanNo }, { signal, quiet: true }),
    refetchOnMount: 'always',
  })
}

export function canBeSpread(offer: BillToSpread): offer is Spreadable {
  return offer.refusal === undefined && offer.bill !== undefined
}
