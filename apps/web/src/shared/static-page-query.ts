import { queryOptions } from '@tanstack/react-query'
import { referenceShapes } from '@qingzhou/contract/reference'
import type { Output } from '@qingzhou/contract/shape'
import { callsOf } from '#platform/api.ts'

const { staticPage } = callsOf('reference', referenceShapes)

export type PageContent = Output<(typeof referenceShapes)['staticPage']>

/** A page of fixed text, by its name. */
export function staticPageQuery(name: string) {
  return queryOptions({
    queryKey: ['static-page', name],
    queryFn: async ({ signal }) => staticPage({ name }, { signal, quiet: true }),
    staleTime: Infinity,
  })
}
