import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { Call } from '@qingzhou/contract/calls'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { RefusedDrawing } from '@qingzhou/ui/graphics'
import { type Route, routes } from '#app/routes.ts'
import { backOr } from '#platform/navigation/navigation.ts'
import { onStaffSession, type StaffMember, staffToken } from '#platform/session/staff-session.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { links } from './links.ts'
import { isAllowed } from './labels.ts'
import { memberQuery } from './queries.ts'
import { StaffScreen } from './staff-area.tsx'

interface StaffOnlyProps {
  route: Pick<Route, 'title'>
  /** The call that this screen needs. */
  call: Pick<Call, 'permission'>
  children: (member: StaffMember) => ReactNode
}

/** A screen for roles that may make the call; others see why not. */
export function StaffOnly({ route, call, children }: StaffOnlyProps) {
  useStaffToken()
  const { data: member, error, refetch } = useQuery(memberQuery())
  if (member && isAllowed(member, call)) return children(member)

  return (
    <StaffScreen title={route.title} onBack={toHome}>
      <QueryState query={{ data: member, error, refetch }} skeleton={<SkeletonCards count={3} />}>
        {() => (
          <Empty
            title="您的岗位没有这项权限"
            drawing={<RefusedDrawing />}
            action={
              <ButtonLink href={links.home} kind="quiet" fit>
                返回工作台
              </ButtonLink>
            }
          >
            需要使用时，请联系管理员调整岗位
          </Empty>
        )}
      </QueryState>
    </StaffScreen>
  )
}

/** Returns to the previous page; from a link, to the staff home. */
export function toHome(): void {
  backOr(routes.staff.staffHome)
}

/** The stored token, observed: the end of the session closes the screen. */
export function useStaffToken(): string | undefined {
  return useSyncExternalStore(onStaffSession, staffToken)
}
