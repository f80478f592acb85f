import { profileShapes } from '@qingzhou/contract/features/profile'
import { queryOptions } from '@tanstack/react-query'
import { callsOf } from '#platform/api/api.ts'

export const profile = callsOf('profile', profileShapes)

/** Query of the saved data in full, for the form; never cached. */
export function typedProfileQuery() {
  return queryOptions({
    queryKey: ['profile', 'typed'],
    queryFn: async ({ signal }) => profile.read({ masked: false }, { signal, quiet: true }),
    staleTime: Infinity,
    gcTime: 0,
  })
}
