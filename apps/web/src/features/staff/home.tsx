import { useQuery } from '@tanstack/react-query'
import { calls } from '@qingzhou/contract/calls'
import { Card } from '@qingzhou/ui/card'
import { DocumentIcon, PersonIcon, PlusIcon } from '@qingzhou/ui/icons'
import { List, ListRow } from '@qingzhou/ui/list-row'
import { Screen } from '@qingzhou/ui/screen'
import { SkeletonCards } from '@qingzhou/ui/skeleton'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api-error.ts'
import type { StaffMember } from '#platform/staff-session.ts'
import { QueryState } from '#shared/query-state.tsx'
import { may } from './may.ts'
import { MemberCard } from './member-card.tsx'
import { NoRoles } from './no-roles.tsx'
import { memberQuery } from './queries.ts'
import { to } from './to.ts'
import { Waiting } from './waiting.tsx'

/** What waits for whoever is signed in, and the ways on that their roles open. */
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
            href={to.loans(may(member, calls.staff.reviewProof) ? 1 : 0)}
          />
          {may(member, calls.staff.names) && (
            <ListRow
              glyph={<PersonIcon />}
              label="员工贷名单"
              note="查询、导入、导出、移出"
              href={to.nameList}
            />
          )}
          {may(member, calls.staff.addName) && (
            <ListRow glyph={<PlusIcon />} label="新增名单" note="逐个登记客户" href={to.addName} />
          )}
        </List>
      </Card>
    </>
  )
}
