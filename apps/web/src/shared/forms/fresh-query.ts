import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query'

/**
 * A query for a form, which has to start with what the server has now: it is requested each time the
 * form is opened, and the answer to an earlier form is never shown. An open form has its own values.
 */
export function useFreshQuery<T, Key extends QueryKey>(options: UseQueryOptions<T, Error, T, Key>) {
  const { data, error, refetch, isSuccess, isFetchedAfterMount } = useQuery({
    ...options,
    gcTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return { data: isSuccess && isFetchedAfterMount ? data : undefined, error, refetch }
}
