import type { Member } from '@qingzhou/contract/features/console/access'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMessages } from '#platform/catalogue.ts'
import { accessMessages } from '#shared/catalogue/access.ts'
import { Drawer } from '#shared/parts/drawer.tsx'
import { Part } from '#shared/parts/states.tsx'
import { accessCalls } from './calls.ts'

/** A member and what an administrator may do about them. */
export function MemberDrawer({
  staffNo,
  onClose,
}: {
  readonly staffNo: string
  readonly onClose: () => void
}) {
  const messages = useMessages(accessMessages)
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: ['staff-member', staffNo],
    queryFn: ({ signal }) => accessCalls.member({ staffNo }, signal),
  })
  const act = useMutation({
    mutationFn: (change: Change) => accessCalls[change]({ staffNo }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['staff-member', staffNo] }),
        queries.invalidateQueries({ queryKey: ['list', 'members'] }),
      ]),
  })
  return (
    <Drawer title={query.data?.name ?? staffNo} onClose={onClose}>
      <Part query={query} rows={6}>
        {(member) => (
          <>
            <Facts member={member} />
            <div className="row">
              {changesOf(member).map(([change, label]) => (
                <button
                  key={change}
                  type="button"
                  className={change === 'disableMember' ? 'act act-refuse' : 'act'}
                  disabled={act.isPending}
                  onClick={() => act.mutate(change)}
                >
                  {messages[label]}
                </button>
              ))}
            </div>
          </>
        )}
      </Part>
      {act.error && (
        <p className="note note-fail" role="alert">
          {act.error.message || messages.failed}
        </p>
      )}
    </Drawer>
  )
}

type Change = 'disableMember' | 'enableMember' | 'unlockMember' | 'resetSecondFactor' | 'unlinkOidc'
type Label = 'disable' | 'enable' | 'unlock' | 'reset' | 'unlink'

function changesOf({ state, hasSecondFactor, isOidcLinked }: Member): (readonly [Change, Label])[] {
  return [
    ['unlockMember', 'unlock'],
    ...(hasSecondFactor ? [['resetSecondFactor', 'reset'] as const] : []),
    ...(isOidcLinked ? [['unlinkOidc', 'unlink'] as const] : []),
    state === 'disabled' ? ['enableMember', 'enable'] : ['disableMember', 'disable'],
  ]
}

function Facts({ member }: { readonly member: Member }) {
  const messages = useMessages(accessMessages)
  const facts = [
    [messages.number, member.staffNo],
    [messages.username, member.username],
    [messages.roles, member.roles.map((role) => messages[role]).join('、')],
    [messages.state, messages[member.state]],
    [messages.accessEndsOn, member.accessEndsOn ?? '—'],
    [messages.secondFactor, member.hasSecondFactor ? messages.yes : messages.no],
    [messages.oidc, member.isOidcLinked ? messages.yes : messages.no],
    [messages.openSessions, String(member.openSessions)],
  ] as const
  return (
    <dl className="facts">
      {facts.map(([head, text]) => [
        <dt key={head}>{head}</dt>,
        <dd key={`${head} value`}>{text}</dd>,
      ])}
    </dl>
  )
}
