import type { consoleAccessShapes } from '@qingzhou/contract/features/console/access'
import type { Input } from '@qingzhou/contract/wire/shape'
import type { StaffCaller } from '@qingzhou/platform/caller'
import { Refused } from '@qingzhou/platform/refused'
import {
  addStaff,
  changeRoles,
  isPossibleAccess,
  linkOidcSubject,
  type disableStaff,
} from '#features/staff-members/index.ts'
import type { Services } from '#services.ts'
import { readMember } from './read-members.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'now' | 'today'>
type Shapes = typeof consoleAccessShapes
type StaffAccess = Pick<Input<Shapes['changeRoles']>, 'roles' | 'accessEndsOn'>

/** Adds a member with a first password, which they can change. */
export async function addMember(
  services: Deps,
  { staff }: StaffCaller,
  member: Input<Shapes['addMember']>,
): Promise<{ staffNo: string }> {
  requirePossible(services, member)
  const staffNo = await addStaff({ ...services, actor: staff }, member)
  if (staffNo === undefined)
    throw new Refused({ kind: 'field-invalid', message: '该用户名已被使用' })
  return { staffNo }
}

export async function changeMemberRoles(
  services: Deps,
  caller: StaffCaller,
  { staffNo, roles, accessEndsOn }: Input<Shapes['changeRoles']>,
): Promise<void> {
  requirePossible(services, { roles, accessEndsOn })
  const act: typeof disableStaff = (deps, username) =>
    changeRoles(deps, username, { roles, accessEndsOn })
  await changeMember(services, caller, { staffNo, act })
}

export async function linkOidc(
  services: Deps & Pick<Services, 'staffOidc'>,
  caller: StaffCaller,
  { staffNo, subject }: Input<Shapes['linkOidc']>,
): Promise<void> {
  const { staffOidc } = services
  if (!staffOidc) throw new Refused({ kind: 'staff-oidc', state: 'unavailable' })
  const identity = { issuer: staffOidc.issuer, subject }
  const act: typeof disableStaff = async (deps, username) => {
    const linked = await linkOidcSubject(deps, username, identity)
    if (linked === 'taken')
      throw new Refused({ kind: 'field-invalid', message: '该统一身份已关联其他成员' })
    return linked
  }
  await changeMember(services, caller, { staffNo, act })
}

/**
 * Changes another member. Nobody changes their own access, so one administrator always remains and
 * no open session is enough to remove a second factor.
 */
export async function changeMember(
  services: Deps,
  { staff }: StaffCaller,
  { staffNo, act }: { readonly staffNo: string; readonly act: typeof disableStaff },
): Promise<void> {
  if (staffNo === staff.staffNo) throw new Refused({ kind: 'own-access' })
  const { username } = await readMember(services, staffNo)
  await act({ ...services, actor: staff }, username)
}

function requirePossible({ today }: Deps, { roles, accessEndsOn }: StaffAccess): void {
  const isPast = accessEndsOn !== undefined && accessEndsOn < today()
  if (isPossibleAccess({ roles, accessEndsOn }) && !isPast) return
  throw new Refused({
    kind: 'field-invalid',
    message: '审计员不能兼任其他角色，且须填写今天或以后的到期日',
  })
}
