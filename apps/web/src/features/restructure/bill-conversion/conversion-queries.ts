import { queryOptions } from '@tanstack/react-query'
import type { BillConversionQuote } from '@qingzhou/contract/features/restructure'
import { restructure, type ConversionOffers } from '#features/restructure/queries.ts'

type BillOffer = ConversionOffers['bills'][number]

/** A bill that can be converted. */
export type ConvertibleBill = BillOffer & { readonly bill: NonNullable<BillOffer['bill']> }

/** Query of the convertible bills and their months. */
export const conversionOffersQuery = queryOptions({
  queryKey: ['restructure', 'billConversion'],
  queryFn: async ({ signal }) => restructure.quoteBillConversion({}, { signal, quiet: true }),
  refetchOnMount: 'always',
})

/** Query of the quote for this bill and months. */
export function conversionQuoteQuery(request: {
  readonly loanNo: string
  readonly months: number
}) {
  return queryOptions({
    queryKey: ['restructure', 'billConversion', request.loanNo, request.months],
    queryFn: async ({ signal }): Promise<BillConversionQuote> => {
      const { quote } = await restructure.quoteBillConversion(request, { signal, quiet: true })
      if (!quote) throw new Error('bill conversion: answer without quote')
      return quote
    },
    refetchOnMount: 'always',
  })
}

/** Query of a converted bill by its new loan number. */
export function convertedPlanQuery(loanNo: string) {
  return queryOptions({
    queryKey: ['restructure', 'second-plan', loanNo],
    queryFn: async ({ signal }) => restructure.convertedPlan({ loanNo }, { signal, quiet: true }),
    refetchOnMount: 'always',
  })
}

export function canBeConverted(offer: BillOffer): offer is ConvertibleBill {
  return offer.refusal === undefined && offer.bill !== undefined
}
