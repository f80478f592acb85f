import { memberStates, type Member } from '@qingzhou/contract/features/console/access'
import { staffRoles } from '@qingzhou/contract/permissions'
import { useState } from 'react'
import { useLocation, useParams, useSearch } from 'wouter'
import { useMessages } from '#platform/catalogue.ts'
import { language } from '#platform/language.ts'
import { useMay } from '#platform/member.ts'
import { accessMessages } from '#shared/catalogue/access.ts'
import { kindNames } from '#shared/catalogue/act-names.ts'
import { type Column, ListPage } from '#shared/list/list-page.tsx'
import type { ListRequest } from '#shared/list/use-list.ts'
import { ActDrawer } from '#shared/proposals/act-drawer.tsx'
import { nameIn } from '#shared/proposals/names.ts'
import { StateText } from '#shared/parts/card.tsx'
import { AccessLinks } from './access-links.tsx'
import { accessCalls } from './calls.ts'
import { MemberDrawer } from './member-drawer.tsx'

type Request = Parameters<typeof accessCalls.members>[0]

/** Who works here and what they may do; the chosen member is open in a drawer. */
export default function MembersScreen() {
  const { no } = useParams<{ no?: string }>()
  const search = useSearch()
  const [, go] = useLocation()
  const messages = useMessages(accessMessages)
  const lang = language.use()
  const mayChange = useMay('staff:manage')
  const [isAdding, setAdding] = useState(false)
  const query = search === '' ? '' : `?${search}`
  const hrefOf = ({ staffNo }: Member) => `/access/members/${staffNo}${query}`
  return (
    <>
      <ListPage<Member>
        title={messages.members}
        aside={
          <>
            <AccessLinks current="members" />
            {mayChange && (
              <button type="button" className="act" onClick={() => setAdding(true)}>
                {nameIn(kindNames, 'add-member', lang)}
              </button>
            )}
          </>
        }
        source={{
          name: 'members',
          // The filters and sortings of this list are those of its columns and chips.
          read: (request: ListRequest, signal) => accessCalls.members(request as Request, signal),
          noOf: ({ staffNo }) => staffNo,
        }}
        columns={useColumns()}
        filters={[
          { id: 'role', choices: staffRoles.map((value) => ({ value, label: messages[value] })) },
          {
            id: 'state',
            choices: memberStates.map((value) => ({ value, label: messages[value] })),
          },
        ]}
        sort={{ by: 'staffNo', order: 'up' }}
        hrefOf={hrefOf}
        onAct={(row) => go(hrefOf(row))}
        empty={{ title: messages.emptyTitle, text: messages.emptyText }}
      />
      {isAdding && (
        <ActDrawer
          act="add-member"
          start={{}}
          onClose={() => setAdding(false)}
          onDone={(proposalNo) => go(`/inbox/${proposalNo}?show=mine`)}
        />
      )}
      {no !== undefined && (
        <MemberDrawer key={no} staffNo={no} onClose={() => go(`/access/members${query}`)} />
      )}
    </>
  )
}

function useColumns(): readonly Column<Member>[] {
  const messages = useMessages(accessMessages)
  return [
    { id: 'no', head: messages.number, sort: 'staffNo', text: ({ staffNo }) => staffNo },
    { id: 'name', head: messages.name, text: ({ name }) => name },
    {
      id: 'username',
      head: messages.username,
      sort: 'username',
      text: ({ username }) => username,
    },
    {
      id: 'roles',
      head: messages.roles,
      text: ({ roles }) => roles.map((role) => messages[role]).join('、'),
    },
    {
      id: 'ends',
      head: messages.accessEndsOn,
      text: ({ accessEndsOn }) => accessEndsOn ?? '—',
    },
    {
      id: 'factor',
      head: messages.secondFactor,
      text: ({ hasSecondFactor }) => (hasSecondFactor ? messages.yes : messages.no),
    },
    {
      id: 'sessions',
      head: messages.openSessions,
      align: 'right',
      text: ({ openSessions }) => String(openSessions),
    },
    {
      id: 'state',
      head: messages.state,
      text: ({ state }) => messages[state],
      cell: ({ state }) => (
        <StateText tone={state === 'ended' ? 'wait' : 'done'}>{messages[state]}</StateText>
      ),
    },
  ]
}
