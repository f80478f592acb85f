import { queryOptions } from '@tanstack/react-query'
import type { SecondQuote } from '@qingzhou/contract/restructure'
import { restructure, type SecondOffers } from '#features/restructure/queries.ts'

type BillToSpread = SecondOffers['bills'][number]

/** A bill that may be spread. */
export type Spreadable = BillToSpread & { readonly bill: NonNullable<BillToSpread['bill']> }

/** Which bills may be spread, and over how many months. */
export const secondOffersQuery = queryOptions({
  queryKey: ['restructure', 'second'],
  queryFn: async ({ signal }) => restructure.quoteSecond({}, { signal, quiet: true }),
  refetchOnMount: 'always',
})

/** The trial of this very bill and number of months. */
export function secondQuoteQuery(asked: { readonly loanNo: string; readonly months: number }) {
  return queryOptions({
    queryKey: ['restructure', 'second', asked.loanNo, asked.months],
    queryFn: async ({ signal }): Promise<SecondQuote> => {
      const { quote } = await restructure.quoteSecond(asked, { signal, quiet: true })
      if (!quote) throw new Error('whoever asks for a bill and months is answered a quote')
      return quote
    },
    refetchOnMount: 'always',
  })
}

/** A bill that was spread, by the number of its new loan. */
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
