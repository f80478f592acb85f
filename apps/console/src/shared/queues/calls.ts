import { consoleQueuesShapes } from '@qingzhou/contract/features/console/queues'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { callsOf } from '#platform/client.ts'

export const queueCalls = callsOf('console-queues', consoleQueuesShapes)

const COUNTS = ['queue-counts']

/** A list that was read again has its count read again. */
export function refreshCounts(client: QueryClient): void {
  void client.refetchQueries({ queryKey: COUNTS }, { cancelRefetch: false })
}

export const queueQueries = {
  /** Out of date after any act: it is then not shown until the new figures are there. */
  counts: () =>
    queryOptions({
      queryKey: COUNTS,
      queryFn: ({ signal }) => queueCalls.counts({}, signal),
      staleTime: Infinity,
    }),
  home: () =>
    queryOptions({
      queryKey: ['home'],
      queryFn: ({ signal }) => queueCalls.home({}, signal),
    }),
  exception: (itemNo: string) =>
    queryOptions({
      queryKey: ['exception', itemNo],
      queryFn: ({ signal }) => queueCalls.exception({ itemNo }, signal),
    }),
  review: (itemNo: string) =>
    queryOptions({
      queryKey: ['review', itemNo],
      queryFn: ({ signal }) => queueCalls.review({ itemNo }, signal),
    }),
}

/** Whole minutes that something has waited. */
export const minutesSince = (at: number) => Math.max(0, Math.floor((Date.now() - at) / 60_000))
