import type { StaffCaller } from '@qingzhou/platform/caller'
import { Refused } from '@qingzhou/platform/refused'
import type { disableStaff } from '#features/staff-members/index.ts'
import type { Services } from '#services.ts'
import { readMember } from './read-members.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'now' | 'today'>

/**
 * Changes another member. Nobody changes their own access, so one administrator always remains and no
 * open session is enough to remove a second factor. New members, roles and links to a person of the
 * OpenID provider are commands: an administrator with these calls could approve the own proposals.
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
