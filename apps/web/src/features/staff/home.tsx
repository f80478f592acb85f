import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { calls } from '@qingzhou/contract/calls'
import { type ProofState, proofStates } from '@qingzhou/contract/features/proofs'
import { Button } from '@qingzhou/ui/inputs'
import { Card, List, ListRow, Screen } from '@qingzhou/ui/layout'
import { Chip, Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { DocumentIcon, PersonIcon, PlusIcon, RefusedDrawing } from '@qingzhou/ui/graphics'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { clearStaffSession, type StaffMember } from '#platform/session/staff-session.ts'
import { clearDraft } from '#shared/forms/draft.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { ADD_ENTRY_DRAFT, countsQuery, IMPORT_DRAFT, memberQuery, staff } from './queries.ts'
import { isAllowed } from './permissions.ts'
import './home.css'
import { links } from './links.ts'
import './wide-rows.css'
import { roleNames, stateNames } from './labels.ts'

/** The open tasks and the links of the employee's roles. */
export function Home() {
  const member = useQuery(memberQuery())
  const hasNoRoles = member.error !== null && !(member.error instanceof ApiError)
  return (
    <Screen title={routes.staff.staffHome.title} home>
      {hasNoRoles ? (
        <NoRoles onRetry={member.refetch} />
      ) : (
        <QueryState query={member} skeleton={<SkeletonCards count={3} />}>
          {(data) => <Desk member={data} />}
        </QueryState>
      )}
    </Screen>
  )
}

function Desk({ member }: { member: StaffMember }) {
  return (
    <>
      <MemberCard member={member} />
      <Waiting member={member} />
      <Card flush>
        <List label="功能">
          <ListRow
            glyph={<DocumentIcon />}
            label="全部凭证"
            note="按状态查看各类材料"
            href={links.loans(isAllowed(member, calls.staff.reviewProof) ? 1 : 0)}
          />
          {isAllowed(member, calls.staff.names) && (
            <ListRow
              glyph={<PersonIcon />}
              label="员工贷名单"
              note="查询、导入、导出、移出"
              href={links.nameList}
            />
          )}
          {isAllowed(member, calls.staff.addName) && (
            <ListRow
              glyph={<PlusIcon />}
              label="新增名单"
              note="逐个登记客户"
              href={links.addName}
            />
          )}
        </List>
      </Card>
    </>
  )
}

/** Signed in without a role: what to do. */
function NoRoles({ onRetry }: { onRetry: () => Promise<unknown> }) {
  const signOut = useSignOut()
  return (
    <Empty
      title="您的账号还没有岗位"
      drawing={<RefusedDrawing />}
      action={
        <div className="row row-centre">
          <Button kind="quiet" fit onPress={onRetry}>
            重新加载
          </Button>
          <Button kind="quiet" fit onPress={signOut}>
            退出登录
          </Button>
        </div>
      }
    >
      请联系管理员为您分配岗位（操作员、审核员或管理员），分配后重新登录即可使用
    </Empty>
  )
}

/** The open tasks: uploads and reviews. */
function Waiting({ member }: { member: StaffMember }) {
  const counts = useQuery(countsQuery())
  return (
    <QueryState query={counts} skeleton={<SkeletonCards count={1} />} errorTitle="待办加载失败">
      {(data) => (
        <nav className="columns-2" aria-label="待办">
          {isAllowed(member, calls.staff.uploadProof) && (
            <Tile state="toUpload" count={data.toUpload} note="可代客户上传" />
          )}
          {isAllowed(member, calls.staff.reviewProof) && (
            <Tile state="toReview" count={data.toReview} note="等您审核" />
          )}
        </nav>
      )}
    </QueryState>
  )
}

function Tile({ state, count, note }: { state: ProofState; count: number; note: string }) {
  return (
    <a className="card waiting-tile" href={links.loans(proofStates.indexOf(state))}>
      <span className="small ink-2">{stateNames[state]}</span>
      <span className="waiting-count tabular">
        {count}
        <span className="small ink-3"> 份</span>
      </span>
      <span className="caption ink-3">{count === 0 ? '暂时没有' : note}</span>
    </a>
  )
}

/** The employee, their roles and the sign-out. */
function MemberCard({ member }: { member: StaffMember }) {
  const signOut = useSignOut()
  return (
    <Card>
      <div className="row">
        <Avatar member={member} />
        <div className="stack stack-1 grow">
          <strong className="member-name">{member.name}</strong>
          <span className="chips">
            {member.roles.map((role) => (
              <Chip key={role} tone="fine">
                {roleNames[role]}
              </Chip>
            ))}
          </span>
        </div>
        <Button kind="text" onPress={signOut}>
          退出登录
        </Button>
      </div>
    </Card>
  )
}

/** Without a picture, the first letter of the name. */
function Avatar({ member: { avatar, name } }: { member: StaffMember }) {
  const [isBroken, setBroken] = useState(false)
  if (avatar !== '' && !isBroken) {
    return <img className="avatar" src={avatar} alt="" onError={() => setBroken(true)} />
  }
  return (
    <span className="avatar title" aria-hidden="true">
      {Array.from(name)[0] ?? ''}
    </span>
  )
}

/** Ends the local session whatever the call returns: the computer may be shared. */
function useSignOut() {
  const queries = useQueryClient()
  return async () => {
    try {
      await staff.signOut({}, { quiet: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      clearDraft(ADD_ENTRY_DRAFT)
      clearDraft(IMPORT_DRAFT)
      clearStaffSession()
      queries.removeQueries({ queryKey: ['staff'] })
    }
  }
}
