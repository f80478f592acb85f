import { queryOptions } from '@tanstack/react-query'
import type { DelayQuote } from '@qingzhou/contract/delays'
import type { repaymentShapes } from '@qingzhou/contract/repayment'
import type { Output } from '@qingzhou/contract/shape'
import { repayment } from './queries.ts'

export type DelayOffers = Output<typeof repaymentShapes.delayOffer>
type LoanToDelay = DelayOffers['loans'][number]
export type Delayed = Output<typeof repaymentShapes.delay>

/** A loan whose next instalment may be paid later. */
export type Delayable = LoanToDelay & {
  readonly instalment: NonNullable<LoanToDelay['instalment']>
}

export const delayOffersQuery = queryOptions({
  queryKey: ['repayment', 'delay'],
  queryFn: async ({ signal }) => repayment.delayOffer({}, { signal, quiet: true }),
  refetchOnMount: 'always',
})

/** What so many days would change. */
export function delayQuoteQuery(asked: { readonly loanNo: string; readonly days: number }) {
  return queryOptions({
    queryKey: ['repayment', 'delay', asked.loanNo, asked.days],
    queryFn: async ({ signal }): Promise<DelayQuote> => {
      const { quote } = await repayment.delayOffer(asked, { signal, quiet: true })
      if (!quote) throw new Error('whoever asks for a loan and days is answered a quote')
      return quote
    },
    refetchOnMount: 'always',
  })
}

export function canBeDelayed(loan: LoanToDelay): loan is Delayable {
  return loan.refusal === undefined && loan.instalment !== undefined && loan.daysMax > 0
}
