import { identityShapes } from '@qingzhou/contract/features/identity'
import { queryOptions } from '@tanstack/react-query'
import { callsOf } from '#platform/api/api.ts'

const { person } = callsOf('identity', { person: identityShapes.person })

/** Query of the borrower: the card on file, masked, and recognised but unsaved fields. */
export function personQuery() {
  return queryOptions({
    queryKey: ['person'],
    queryFn: async ({ signal }) => person({}, { signal, quiet: true }),
    // A recognised photo changes it, so forms never start from a cached copy.
    staleTime: Infinity,
    gcTime: 0,
  })
}
