import { queryOptions } from '@tanstack/react-query'
import { restructureShapes } from '@qingzhou/contract/features/restructure'
import type { Output } from '@qingzhou/contract/wire/shape'
import { callsOf } from '#platform/api/api.ts'

export const restructure = callsOf('restructure', restructureShapes)

export type PlanBills = Output<typeof restructureShapes.bills>
export type ConversionOffers = Output<typeof restructureShapes.quoteBillConversion>

/** All data about debt is requested whenever a page opens. */
const refetchOnOpen = { refetchOnMount: 'always' } as const

/** Query of the open loans and of the open plan, perhaps begun on another phone. */
export const billsQuery = queryOptions({
  queryKey: ['restructure', 'bills'],
  queryFn: async ({ signal }) => restructure.bills({}, { signal, quiet: true }),
  ...refetchOnOpen,
})

/** Query of the quote for these loans and months; never shows the quote of other terms. */
export function planQuoteQuery(request: {
  readonly loanNos: readonly string[]
  readonly months: number
}) {
  const { loanNos, months } = request
  return queryOptions({
    queryKey: ['restructure', 'quote', loanNos.join('+'), months],
    enabled: loanNos.length > 0,
    queryFn: async ({ signal }) => {
      const input = { loanNos: [...loanNos], months }
      return (await restructure.quote(input, { signal, quiet: true })).quote
    },
    ...refetchOnOpen,
  })
}

export const signedPlansQuery = queryOptions({
  queryKey: ['restructure', 'signed'],
  queryFn: async ({ signal }) => restructure.signedPlans({}, { signal, quiet: true }),
  ...refetchOnOpen,
})

/** Query of one signed plan by its loan number. */
export function signedPlanQuery(loanNo: string) {
  return queryOptions({
    queryKey: ['restructure', 'signed', loanNo],
    queryFn: async ({ signal }) => {
      const { detail } = await restructure.signedPlans({ loanNo }, { signal, quiet: true })
      if (!detail) throw new Error('plan: answer without detail')
      return detail
    },
    ...refetchOnOpen,
  })
}

/** Query of the hardship documents. */
export const documentsQuery = queryOptions({
  queryKey: ['restructure', 'documents'],
  queryFn: async ({ signal }) => restructure.documents({ act: 'read' }, { signal, quiet: true }),
  ...refetchOnOpen,
})
