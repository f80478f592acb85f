import { consoleQueuesShapes } from '@qingzhou/contract/features/console/queues'
import { queryOptions } from '@tanstack/react-query'
import { callsOf } from '#platform/client.ts'

export const queueCalls = callsOf('console-queues', consoleQueuesShapes)

export const queueQueries = {
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
