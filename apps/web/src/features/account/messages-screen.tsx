import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { AccountMessage } from '@qingzhou/contract/features/messages'
import { Chip, Empty } from '@qingzhou/ui/feedback'
import { Card, Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { ignoreRefusal } from '#platform/api/api-error.ts'
import { backOr } from '#platform/navigation/navigation.ts'
import { formatTime } from '#shared/pages/figures.ts'
import { messages, unreadQuery } from '#shared/account/messages-queries.ts'
import { Paged } from '#shared/pages/paged.tsx'
import './messages-screen.css'

/** The notices sent to the borrower. Those shown count as read; the marks stay until the page is left. */
export default function MessagesScreen() {
  const sent = useInfiniteQuery(sentQuery)
  const newest = sent.data?.pages[0]?.messages[0]?.sentAt
  useReadUntil(newest)

  return (
    <Screen title={routes.account.messages.title} onBack={() => backOr(routes.account.mine)}>
      <Paged
        query={sent}
        itemsOf={(page) => page.messages}
        empty={<Empty title="还没有消息">借款、还款和账户变动的通知会出现在这里</Empty>}
      >
        {(shown) => shown.map((message) => <Message key={keyOf(message)} message={message} />)}
      </Paged>
    </Screen>
  )
}

function Message({ message }: { message: AccountMessage }) {
  const { via, title, text, sentAt, isRead } = message
  // The list may be loaded again after the message was marked.
  const [wasRead] = useState(isRead)
  return (
    <Card
      title={title}
      note={<span className="tabular">{`${formatTime(sentAt)} · ${vias[via]}`}</span>}
      trailing={wasRead ? undefined : <Chip>未读</Chip>}
    >
      <p className="message-text">{wholeFigures(text)}</p>
    </Card>
  )
}

/** Dates and phone numbers are not broken at their hyphens. */
function wholeFigures(text: string): ReactNode[] {
  return text.split(/(\d+(?:-\d+)+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // The parts of a text do not change.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} className="message-figure">
        {part}
      </span>
    ),
  )
}

const vias = { sms: '短信', mail: '邮件' } as const

function keyOf({ via, messageNo }: AccountMessage): string {
  return `${via}-${messageNo}`
}

/** Marks the messages up to the newest one shown. */
function useReadUntil(newest: number | undefined) {
  const client = useQueryClient()
  useEffect(() => {
    if (newest === undefined) return
    const mark = async () => {
      await messages.markRead({ until: newest }, { quiet: true })
      await client.invalidateQueries(unreadQuery())
    }
    // Unmarked messages stay unread, and are marked at the next visit.
    void mark().catch(ignoreRefusal)
  }, [client, newest])
}

const sentQuery = infiniteQueryOptions({
  queryKey: ['messages', 'list'],
  queryFn: async ({ pageParam, signal }) =>
    messages.list({ pageNo: pageParam }, { signal, quiet: true }),
  initialPageParam: 1,
  getNextPageParam: ({ hasMore }, _, pageNo) => (hasMore ? pageNo + 1 : undefined),
  refetchOnMount: 'always',
  gcTime: 0,
})
