import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { calls } from '@qingzhou/contract/calls'
import { Chip } from '@qingzhou/ui/feedback'
import {
  DocumentIcon,
  HomeIcon,
  Mark,
  PersonIcon,
  PlusIcon,
  SealIcon,
  ShieldIcon,
} from '@qingzhou/ui/graphics'
import { Button } from '@qingzhou/ui/inputs'
import { Screen } from '@qingzhou/ui/layout'
import { type Route, routes } from '#app/routes.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { lender } from '#platform/browser/config.ts'
import { go } from '#platform/navigation/navigation.ts'
import { useLocation } from '#platform/navigation/location.ts'
import { clearStaffSession, type StaffMember } from '#platform/session/staff-session.ts'
import { clearDraft } from '#shared/forms/draft.ts'
import { useIsAtComputer } from './at-computer.ts'
import { roleNames, isAllowed } from './labels.ts'
import { links } from './links.ts'
import { ADD_ENTRY_DRAFT, IMPORT_DRAFT, memberQuery, staff } from './queries.ts'
import './staff-area.css'

interface StaffScreenProps extends ComponentProps<typeof Screen> {
  /** One of the pages in the side navigation, which replaces its back button. */
  inNavigation?: boolean
}

/** A screen of the staff area; at a computer with the side navigation beside it. */
export function StaffScreen({ inNavigation = false, ...screen }: StaffScreenProps) {
  const isAtComputer = useIsAtComputer()
  const { onBack, home, ...rest } = screen
  const start = isAtComputer && inNavigation ? {} : { onBack, home: home ?? false }
  // The same element at every width, so that a resized window keeps what was typed.
  return (
    <div className="staff-area">
      {isAtComputer && <SideNavigation />}
      <Screen {...rest} {...start} />
    </div>
  )
}

function SideNavigation() {
  const { data: member } = useQuery(memberQuery())
  return (
    <nav className="staff-side" aria-label="员工工作台">
      <p className="staff-brand">
        <Mark size={28} />
        <span className="stack">
          <strong>{lender.product}</strong>
          <span className="caption ink-3">员工工作台</span>
        </span>
      </p>
      {member && (
        <>
          <SideLinks member={member} />
          <SideMember member={member} />
        </>
      )}
    </nav>
  )
}

function SideLinks({ member }: { member: StaffMember }) {
  const isReviewer = isAllowed(member, calls.staff.reviewEvidence)
  const { staffHome, handleLoans, reviewEvidence, nameList, addName, changePassword } = routes.staff
  return (
    <ul className="stack stack-1">
      <SideLink route={staffHome} href={links.home} icon={<HomeIcon size={20} />}>
        工作台
      </SideLink>
      <SideLink
        route={handleLoans}
        href={links.loans(isReviewer ? 1 : 0)}
        icon={<DocumentIcon size={20} />}
      >
        全部凭证
      </SideLink>
      {isReviewer && (
        <SideLink route={reviewEvidence} href={links.nextReview} icon={<SealIcon size={20} />}>
          逐份审核
        </SideLink>
      )}
      {isAllowed(member, calls.staff.names) && (
        <SideLink route={nameList} href={links.nameList} icon={<PersonIcon size={20} />}>
          员工贷名单
        </SideLink>
      )}
      {isAllowed(member, calls.staff.addName) && (
        <SideLink route={addName} href={links.addName} icon={<PlusIcon size={20} />}>
          新增名单
        </SideLink>
      )}
      <SideLink route={changePassword} href={links.changePassword} icon={<ShieldIcon size={20} />}>
        修改密码
      </SideLink>
    </ul>
  )
}

interface SideLinkProps {
  route: Pick<Route, 'path'>
  href: string
  icon: ReactNode
  children: ReactNode
}

function SideLink({ route, href, icon, children }: SideLinkProps) {
  const { pathname } = useLocation()
  return (
    <li>
      <a
        className="staff-side-link"
        href={href}
        aria-current={pathname === route.path ? 'page' : undefined}
      >
        {icon}
        <span>{children}</span>
      </a>
    </li>
  )
}

function SideMember({ member }: { member: StaffMember }) {
  const signOut = useSignOut()
  // The sign-in page first: without a session any other page would report an expired one.
  const leave = async () => {
    await go(routes.staff.staffHome)
    await signOut()
  }
  return (
    <div className="stack stack-2 push-end">
      <div className="row">
        <Avatar member={member} />
        <MemberName member={member} />
      </div>
      <Button kind="quiet" onPress={leave}>
        退出登录
      </Button>
    </div>
  )
}

export function MemberName({ member }: { member: StaffMember }) {
  return (
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
  )
}

/** Without a picture, the first letter of the name. */
export function Avatar({ member: { avatar, name } }: { member: StaffMember }) {
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
export function useSignOut() {
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
