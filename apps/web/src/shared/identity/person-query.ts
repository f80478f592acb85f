import { identityShapes } from '@qingzhou/contract/identity'
import { queryOptions } from '@tanstack/react-query'
import { callsOf } from '#platform/api/api.ts'

const { person } = callsOf('identity', { person: identityShapes.person })

/** Who the borrower is: the card on file, masked, and what was read but not saved yet. */
export function personQuery() {
  return queryOptions({
    queryKey: ['person'],
    queryFn: async ({ signal }) => person({}, { signal, quiet: true }),
    // A photo read meanwhile changes it, so a form never starts from an older copy.
    staleTime: Infinity,
    gcTime: 0,
  })
}
