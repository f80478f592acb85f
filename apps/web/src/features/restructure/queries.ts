import { queryOptions } from '@tanstack/react-query'
import { restructureShapes } from '@qingzhou/contract/restructure'
import type { Output } from '@qingzhou/contract/shape'
import { callsOf } from '#platform/api/api.ts'

export const restructure = callsOf('restructure', restructureShapes)

export type PlanBills = Output<typeof restructureShapes.bills>
export type SecondOffers = Output<typeof restructureShapes.quoteSecond>

/** Everything about what is owed: asked for afresh whenever a page of it opens. */
const fresh = { refetchOnMount: 'always' } as const

/** The open loans, and how far the plan has come that was begun, perhaps on another phone. */
export const billsQuery = queryOptions({
  queryKey: ['restructure', 'bills'],
  queryFn: async ({ signal }) => restructure.bills({}, { signal, quiet: true }),
  ...fresh,
})

/** The trial of these very loans and months. Another number is another question: no old answer is shown for it. */
export function planQuoteQuery(asked: {
  readonly loanNos: readonly string[]
  readonly months: number
}) {
  const { loanNos, months } = asked
  return queryOptions({
    queryKey: ['restructure', 'quote', loanNos.join('+'), months],
    enabled: loanNos.length > 0,
    queryFn: async ({ signal }) => {
      const input = { loanNos: [...loanNos], months }
      return (await restructure.quote(input, { signal, quiet: true })).quote
    },
    ...fresh,
  })
}

export const signedPlansQuery = queryOptions({
  queryKey: ['restructure', 'signed'],
  queryFn: async ({ signal }) => restructure.signedPlans({}, { signal, quiet: true }),
  ...fresh,
})

/** One signed plan, by the number of its loan. */
export function signedPlanQuery(loanNo: string) {
  return queryOptions({
    queryKey: ['restructure', 'signed', loanNo],
    queryFn: async ({ signal }) => {
      const { detail } = await restructure.signedPlans({ loanNo }, { signal, quiet: true })
      if (!detail) throw new Error('whoever asks for a plan is answered its detail')
      return detail
    },
    ...fresh,
  })
}

/** The hardship documents that were handed in or begun. */
export const documentsQuery = queryOptions({
  queryKey: ['restructure', 'documents'],
  queryFn: async ({ signal }) => restructure.documents({ act: 'read' }, { signal, quiet: true }),
  ...fresh,
})
