import { queryOptions } from '@tanstack/react-query'
import { dataCopiesShapes } from '@qingzhou/contract/features/data-copies'
import type { Output } from '@qingzhou/contract/wire/shape'
import { callsOf } from '#platform/api/api.ts'

export const dataCopies = callsOf('data-copies', dataCopiesShapes)

export type DataCopies = Output<typeof dataCopiesShapes.copies>
export type DataCopy = DataCopies['copies'][number]

const ASK_AGAIN_MS = 2_000

/** The copies, from any phone. Polled while one is being made. */
export const copiesQuery = queryOptions({
  queryKey: ['data-copies'],
  queryFn: async ({ signal }) => dataCopies.copies({}, { signal, quiet: true }),
  refetchOnMount: 'always',
  refetchInterval: ({ state }) =>
    state.data?.copies.some((copy) => copy.state === 'preparing') ? ASK_AGAIN_MS : false,
})
