import type { Member } from '@qingzhou/contract/features/console/access'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useMessages } from '#platform/catalogue.ts'
import { momentText } from '#platform/figures.ts'
import { language } from '#platform/language.ts'
import { useMay } from '#platform/member.ts'
import { accessMessages } from '#shared/catalogue/access.ts'
import { kindNames } from '#shared/catalogue/act-names.ts'
import { ActDrawer } from '#shared/proposals/act-drawer.tsx'
import { nameIn } from '#shared/proposals/names.ts'
import { Drawer } from '#shared/parts/drawer.tsx'
import { Part } from '#shared/parts/states.tsx'
import { Facts } from '#shared/parts/facts.tsx'
import { accessCalls } from './calls.ts'

/** A member and what an administrator may do about them. */
export function MemberDrawer({
  staffNo,
  onClose,
}: {
  readonly staffNo: string
  readonly onClose: () => void
}) {
  const [, go] = useLocation()
  const mayChange = useMay('staff:manage')
  const [proposed, propose] = useState<string>()
  const query = useQuery({
    queryKey: ['staff-member', staffNo],
    queryFn: ({ signal }) => accessCalls.member({ staffNo }, signal),
  })
  if (proposed !== undefined) {
    return (
      <ActDrawer
        act={proposed}
        start={{ staffNo, issuer: query.data?.issuer ?? '' }}
        onClose={() => propose(undefined)}
        onDone={(proposalNo) => go(`/inbox/${proposalNo}?show=mine`)}
      />
    )
  }
  return (
    <Drawer title={query.data?.name ?? staffNo} onClose={onClose}>
      <Part query={query} rows={6}>
        {(member) => (
          <>
            <MemberFacts member={member} />
            {mayChange && <Acts member={member} onPropose={propose} />}
          </>
        )}
      </Part>
    </Drawer>
  )
}

/** What another administrator approves, and what takes effect at once. */
function Acts({
  member,
  onPropose,
}: {
  readonly member: LinkableMember
  readonly onPropose: (kind: string) => void
}) {
  const messages = useMessages(accessMessages)
  const lang = language.use()
  const queries = useQueryClient()
  const { staffNo } = member
  const act = useMutation({
    mutationFn: (change: Change) => accessCalls[change]({ staffNo }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['staff-member', staffNo] }),
        queries.invalidateQueries({ queryKey: ['list', 'members'] }),
      ]),
  })
  return (
    <>
      <Buttons
        title={messages.proposeHint}
        buttons={actsOn(member).map((kind) => [kind, nameIn(kindNames, kind, lang)])}
        onPress={onPropose}
      />
      <Buttons
        title={messages.atOnce}
        buttons={changesOf(member).map(([change, label]) => [change, messages[label]])}
        isDisabled={act.isPending}
        onPress={act.mutate}
      />
      {member.isPasswordUnchosen && <FirstPassword staffNo={staffNo} />}
      {act.error && (
        <p className="note note-fail" role="alert">
          {act.error.message || messages.failed}
        </p>
      )}
    </>
  )
}

/** One half is shown here, once; the other one to another administrator. */
function FirstPassword({ staffNo }: { readonly staffNo: string }) {
  const messages = useMessages(accessMessages)
  const issue = useMutation({ mutationFn: () => accessCalls.issueFirstPassword({ staffNo }) })
  const { data } = issue
  return (
    <section className="stack stack-2">
      <h3 className="cap c3">{messages.issueHint}</h3>
      {data ? (
        <div className="note" role="status">
          <div className="grow">
            <p className="strong">{messages.halfTitle(data.half)}</p>
            <p className="h1 id">{data.text.match(/.{4}/g)?.join(' ')}</p>
            <p className="cap">{messages.halfNext(data.half, momentText(data.expiresAt))}</p>
          </div>
        </div>
      ) : (
        <div className="row">
          <button
            type="button"
            className="act"
            disabled={issue.isPending}
            onClick={() => issue.mutate()}
          >
            {messages.issue}
          </button>
        </div>
      )}
      {issue.error && (
        <p className="note note-fail" role="alert">
          {issue.error.message || messages.failed}
        </p>
      )}
    </section>
  )
}

function Buttons<Act extends string>({
  title,
  buttons,
  isDisabled = false,
  onPress,
}: {
  readonly title: string
  readonly buttons: readonly (readonly [act: Act, label: string])[]
  readonly isDisabled?: boolean
  readonly onPress: (act: Act) => void
}) {
  return (
    <section className="stack stack-2">
      <h3 className="cap c3">{title}</h3>
      <div className="row">
        {buttons.map(([act, label]) => (
          <button
            key={act}
            type="button"
            className={act === 'disable-member' ? 'act act-refuse' : 'act'}
            disabled={isDisabled}
            onClick={() => onPress(act)}
          >
            {label}
          </button>
        ))}
      </div>
    </section>
  )
}

type LinkableMember = Member & { readonly issuer?: string | undefined }

/** The kinds of proposals that are possible now. */
function actsOn({ state, isOidcLinked, issuer }: LinkableMember): string[] {
  return [
    'change-roles',
    ...(isOidcLinked ? ['unlink-member'] : issuer === undefined ? [] : ['link-member']),
    state === 'disabled' ? 'enable-member' : 'disable-member',
  ]
}

type Change = 'unlockMember' | 'resetSecondFactor'

function changesOf({ hasSecondFactor }: Member): (readonly [Change, 'unlock' | 'reset'])[] {
  return [
    ['unlockMember', 'unlock'],
    ...(hasSecondFactor ? [['resetSecondFactor', 'reset'] as const] : []),
  ]
}

function MemberFacts({ member }: { readonly member: Member }) {
  const messages = useMessages(accessMessages)
  const facts = [
    [messages.number, member.staffNo],
    [messages.username, member.username],
    [messages.roles, member.roles.map((role) => messages[role]).join('、')],
    [messages.state, messages[member.state]],
    [messages.accessEndsOn, member.accessEndsOn ?? '—'],
    [messages.password, member.isPasswordUnchosen ? messages.unchosen : messages.chosen],
    [messages.secondFactor, member.hasSecondFactor ? messages.yes : messages.no],
    [messages.oidc, member.isOidcLinked ? messages.yes : messages.no],
    [messages.openSessions, String(member.openSessions)],
  ] as const
  return <Facts rows={facts} />
}
