import { messagesShapes } from '@qingzhou/contract/features/messages'
import { queryOptions } from '@tanstack/react-query'
import { callsOf } from '#platform/api/api.ts'

export const messages = callsOf('messages', messagesShapes)

const A_MINUTE_MS = 60_000

/** Query of how many messages were not read. */
export function unreadQuery() {
  return queryOptions({
    queryKey: ['messages', 'unread'],
    queryFn: async ({ signal }) => (await messages.unread({}, { signal, quiet: true })).count,
    staleTime: A_MINUTE_MS,
    retry: false,
  })
}
