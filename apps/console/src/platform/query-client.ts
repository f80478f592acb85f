import { QueryCache, QueryClient } from '@tanstack/react-query'
import { isSessionEnded } from './client.ts'
import { memberQuery } from './member.ts'

/** Data older than a minute is refreshed in place. A failed call shows its own message and retry. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 60_000, refetchInterval: 60_000, networkMode: 'always' },
  },
  queryCache: new QueryCache({
    // The page then asks for the sign-in instead of showing a failure in each of its parts.
    onError: (error, { queryKey }) => {
      if (!isSessionEnded(error) || queryKey[0] === memberQuery.queryKey[0]) return
      void queryClient.invalidateQueries({ queryKey: memberQuery.queryKey })
    },
  }),
})
