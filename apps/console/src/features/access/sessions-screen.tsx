import type { StaffSession } from '@qingzhou/contract/features/console/access'
import { useMutation } from '@tanstack/react-query'
import { useMessages } from '#platform/catalogue.ts'
import { momentText } from '#platform/figures.ts'
import { accessMessages } from '#shared/catalogue/access.ts'
import { type Column, ListPage } from '#shared/list/list-page.tsx'
import type { ListRequest } from '#shared/list/use-list.ts'
import { AccessLinks } from './access-links.tsx'
import { accessCalls } from './calls.ts'

type Request = Parameters<typeof accessCalls.sessions>[0]

/** Who is signed in now. */
export default function SessionsScreen() {
  const messages = useMessages(accessMessages)
  const end = useEndSession()
  return (
    <ListPage<StaffSession>
      title={messages.sessions}
      aside={<AccessLinks current="sessions" />}
      source={{
        // A list keeps rows that are gone. After an end it is read again.
        name: `staff-sessions-${end.isSuccess ? end.submittedAt : 0}`,
        // The filters and sortings of this list are those of its columns and chips.
        read: (request: ListRequest, signal) => accessCalls.sessions(request as Request, signal),
        noOf: ({ sessionNo }) => sessionNo,
      }}
      columns={useColumns(end)}
      sort={{ by: 'openedAt', order: 'down' }}
      hrefOf={({ staffNo }) => `/access/members/${staffNo}`}
      empty={{ title: messages.emptyTitle, text: messages.emptyText }}
    />
  )
}

function useEndSession() {
  return useMutation({
    mutationFn: (sessionNo: string) => accessCalls.endSession({ sessionNo }),
  })
}

function useColumns(end: ReturnType<typeof useEndSession>): readonly Column<StaffSession>[] {
  const messages = useMessages(accessMessages)
  return [
    { id: 'no', head: messages.number, text: ({ staffNo }) => staffNo },
    { id: 'name', head: messages.name, text: ({ name }) => name },
    {
      id: 'opened',
      head: messages.openedAt,
      sort: 'openedAt',
      text: ({ openedAt }) => momentText(openedAt),
    },
    { id: 'expires', head: messages.expiresAt, text: ({ expiresAt }) => momentText(expiresAt) },
    {
      id: 'end',
      head: '',
      text: ({ isOwn }) => (isOwn ? messages.own : ''),
      cell: ({ isOwn, sessionNo }) =>
        isOwn ? (
          messages.own
        ) : (
          <button
            type="button"
            className="act"
            disabled={end.isPending}
            onClick={() => end.mutate(sessionNo)}
          >
            {messages.endSession}
          </button>
        ),
    },
  ]
}
