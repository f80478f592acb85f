import { profileShapes } from '@qingzhou/contract/profile'
import { queryOptions } from '@tanstack/react-query'
import { callsOf } from '#platform/api/api.ts'

export const profile = callsOf('profile', profileShapes)

/** What was filled in so far, in full, for the form that goes on with it; never an older copy. */
export function typedProfileQuery() {
  return queryOptions({
    queryKey: ['profile', 'typed'],
    queryFn: async ({ signal }) => profile.read({ masked: false }, { signal, quiet: true }),
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** The same, masked for looking at. */
export function maskedProfileQuery() {
  return queryOptions({
    queryKey: ['profile', 'masked'],
    queryFn: async ({ signal }) => profile.read({ masked: true }, { signal, quiet: true }),
    gcTime: 0,
  })
}
