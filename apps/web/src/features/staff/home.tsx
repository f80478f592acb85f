import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { calls } from '@qingzhou/contract/calls'
import { type EvidenceState, evidenceStates } from '@qingzhou/contract/features/evidence'
import { Button, ButtonLink } from '@qingzhou/ui/inputs'
import { Card, List, ListRow } from '@qingzhou/ui/layout'
import { Empty, SkeletonCards, SkeletonLines } from '@qingzhou/ui/feedback'
import {
  DocumentIcon,
  PersonIcon,
  PlusIcon,
  RefusedDrawing,
  ShieldIcon,
} from '@qingzhou/ui/graphics'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api/api-error.ts'
import type { StaffMember } from '#platform/session/staff-session.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { useIsAtComputer } from './at-computer.ts'
import { countsQuery, evidenceListQuery, memberQuery } from './queries.ts'
import { isAllowed, stateNames } from './labels.ts'
import './home.css'
import { links } from './links.ts'
import { EvidenceTable } from './review/evidence-table.tsx'
import { Avatar, MemberName, StaffScreen, useSignOut } from './staff-area.tsx'

/** The open tasks and the links of the employee's roles. */
export function Home() {
  const member = useQuery(memberQuery())
  const hasNoRoles = member.error !== null && !(member.error instanceof ApiError)
  return (
    <StaffScreen title={routes.staff.staffHome.title} home inNavigation>
      {hasNoRoles ? (
        <NoRoles onRetry={member.refetch} />
      ) : (
        <QueryState query={member} skeleton={<SkeletonCards count={3} />}>
          {(data) => <Desk member={data} />}
        </QueryState>
      )}
    </StaffScreen>
  )
}

function Desk({ member }: { member: StaffMember }) {
  const isAtComputer = useIsAtComputer()
  if (isAtComputer) {
    return (
      <>
        <Waiting member={member} />
        <Queue member={member} />
      </>
    )
  }
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
            href={links.loans(isAllowed(member, calls.staff.reviewEvidence) ? 1 : 0)}
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
          <ListRow
            glyph={<ShieldIcon />}
            label="修改密码"
            note="修改后其他设备须重新登录"
            href={links.changePassword}
          />
        </List>
      </Card>
    </>
  )
}

/** The first page of what the employee handles, at a computer. */
function Queue({ member }: { member: StaffMember }) {
  const isReviewer = isAllowed(member, calls.staff.reviewEvidence)
  const state = isReviewer ? 'toReview' : 'toUpload'
  const source = evidenceStates.indexOf(state)
  const list = useInfiniteQuery(evidenceListQuery(source, undefined))
  return (
    <Card
      flush
      title={`${stateNames[state]}的凭证`}
      trailing={
        <ButtonLink href={links.loans(source)} kind="text">
          查看全部
        </ButtonLink>
      }
    >
      <QueryState query={list} skeleton={<SkeletonLines count={4} />} errorTitle="列表加载失败">
        {({ pages: [first] }) =>
          first === undefined || first.evidenceList.length === 0 ? (
            <p className="small ink-2 queue-empty">暂时没有{stateNames[state]}的凭证</p>
          ) : (
            <EvidenceTable
              evidenceList={first.evidenceList}
              hrefOf={({ evidenceNo }) =>
                isReviewer ? links.review(evidenceNo) : links.evidence(evidenceNo)
              }
            />
          )
        }
      </QueryState>
    </Card>
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
          {isAllowed(member, calls.staff.uploadEvidence) && (
            <Tile state="toUpload" count={data.toUpload} note="可代客户上传" />
          )}
          {isAllowed(member, calls.staff.reviewEvidence) && (
            <Tile state="toReview" count={data.toReview} note="等您审核" />
          )}
        </nav>
      )}
    </QueryState>
  )
}

function Tile({ state, count, note }: { state: EvidenceState; count: number; note: string }) {
  return (
    <a className="card waiting-tile" href={links.loans(evidenceStates.indexOf(state))}>
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
        <MemberName member={member} />
        <Button kind="text" onPress={signOut}>
          退出登录
        </Button>
      </div>
    </Card>
  )
}
