import { Button } from '@qingzhou/ui/inputs'
import { Card, List, ListRow, Pairs } from '@qingzhou/ui/layout'
import { Chip, SkeletonLines } from '@qingzhou/ui/feedback'
import { Confirm, toast } from '@qingzhou/ui/overlays'
import { PhoneIcon } from '@qingzhou/ui/graphics'
import { useQuery, useQueryClient, queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import type { securityShapes } from '@qingzhou/contract/features/security'
import type { Output } from '@qingzhou/contract/wire/shape'
import { formatTime } from '#shared/pages/figures.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { signOutAfter, security } from '#shared/sign-in/sign-out.tsx'
import { ignoreRefusal } from '#platform/api/api-error.ts'

/** The sessions of the account; others can be ended. */
export function Sessions() {
  const signedIn = useQuery(sessionsQuery())
  const [chosen, setChosen] = useState<Session>()
  const [leavesAll, setLeavesAll] = useState(false)
  const hasOthers = signedIn.data?.sessions.some(({ isCurrent }) => !isCurrent) ?? false

  return (
    <Card
      flush={signedIn.data !== undefined}
      title="登录设备"
      note="登录最长保持 30 天"
      trailing={
        hasOthers && (
          <Button kind="text" fit opensDialog onPress={() => setLeavesAll(true)}>
            退出全部设备
          </Button>
        )
      }
    >
      <QueryState
        query={signedIn}
        skeleton={<SkeletonLines count={4} />}
        errorTitle="登录设备查询失败"
      >
        {({ sessions }) => (
          <List label="登录设备">
            {sessions.map((session) => (
              <SessionRow
                key={session.sessionId}
                session={session}
                onChoose={() => setChosen(session)}
              />
            ))}
          </List>
        )}
      </QueryState>
      <EndSession session={chosen} onClose={() => setChosen(undefined)} />
      <LeaveEverywhere open={leavesAll} onClose={() => setLeavesAll(false)} />
    </Card>
  )
}

function SessionRow({ session, onChoose }: { session: Session; onChoose: () => void }) {
  const { deviceName, lastUsedAt, signedInAt, isCurrent } = session
  const name = deviceName === '' ? '未知设备' : deviceName
  const glyph = <PhoneIcon size={20} />
  if (isCurrent) {
    const note = `${formatTime(signedInAt)} 登录`
    return <ListRow glyph={glyph} label={name} note={note} value={<Chip>本机</Chip>} />
  }
  return (
    <ListRow
      glyph={glyph}
      label={name}
      note={`最近使用 ${formatTime(lastUsedAt)}`}
      value={<span className="small ink-2">退出</span>}
      onPress={onChoose}
      opensDialog
    />
  )
}

function EndSession({ session, onClose }: { session: Session | undefined; onClose: () => void }) {
  const queries = useQueryClient()

  async function end() {
    if (!session) return
    try {
      await security.endSession({ sessionId: session.sessionId })
      toast('已退出该设备')
    } catch (error) {
      ignoreRefusal(error)
    }
    await queries.invalidateQueries(sessionsQuery())
  }

  return (
    <Confirm
      open={session !== undefined}
      onClose={onClose}
      title="退出这台设备"
      confirmLabel="确认退出该设备"
      cancelLabel="暂不退出"
      onConfirm={end}
      refuses
    >
      {session && (
        <Pairs
          pairs={[
            { label: '设备', value: session.deviceName || '未知设备' },
            { label: '登录时间', value: formatTime(session.signedInAt) },
            { label: '最近使用', value: formatTime(session.lastUsedAt) },
          ]}
        />
      )}
      <p className="small ink-2">退出后，该设备须重新登录才能查看您的账户。</p>
    </Confirm>
  )
}

function LeaveEverywhere({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title="退出全部设备"
      confirmLabel="确认退出全部设备"
      cancelLabel="暂不退出"
      onConfirm={async () =>
        signOutAfter(async () => security.signOutEverywhere({}, { leaveOutcome: true }))
      }
      refuses
    >
      <p className="ink-2">包括本机在内，所有设备都会立即退出，须重新登录。关联的应用不会解除。</p>
    </Confirm>
  )
}

export type LinkedApp = Output<(typeof securityShapes)['linkedApps']>['apps'][number]

type Session = Output<(typeof securityShapes)['sessions']>['sessions'][number]

export function linkedAppsQuery() {
  return queryOptions({
    queryKey: ['linked-apps'],
    queryFn: async ({ signal }) => security.linkedApps({}, { signal, quiet: true }),
    refetchOnMount: 'always',
  })
}

export function sessionsQuery() {
  return queryOptions({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => security.sessions({}, { signal, quiet: true }),
    refetchOnMount: 'always',
  })
}
