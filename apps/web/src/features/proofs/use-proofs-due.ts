import { useInfiniteQuery } from '@tanstack/react-query'
import { proofsQuery } from './queries.ts'

/** What is still to be handed in, that which was refused first, as one list. */
export function useProofsDue() {
  const refused = useInfiniteQuery(proofsQuery('refused'))
  const toUpload = useInfiniteQuery(proofsQuery('toUpload'))
  const further = refused.hasNextPage ? refused : toUpload
  return {
    data: refused.data &&
      toUpload.data && { pages: [...refused.data.pages, ...toUpload.data.pages] },
    error: refused.error ?? toUpload.error,
    refetch: async () => Promise.all([refused.refetch(), toUpload.refetch()]),
    hasNextPage: further.hasNextPage,
    fetchNextPage: further.fetchNextPage,
  }
}
