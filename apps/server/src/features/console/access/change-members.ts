import type { StaffCaller } from '@qingzhou/platform/caller'
import { Refused } from '@qingzhou/platform/refused'
import type { unlockStaff } from '#features/staff-members/index.ts'
import type { Services } from '#services.ts'
import { readMember } from './read-members.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'now' | 'today'>

/**
 * Removes a lock or the second factor of another member, so that no open session is enough to remove
 * the own one. All else about members is proposed: see `memberKinds`.
 */
export async function changeMember(
  services: Deps,
  { staff }: StaffCaller,
  { staffNo, act }: { readonly staffNo: string; readonly act: typeof unlockStaff },
): Promise<void> {
  if (staffNo === staff.staffNo) throw new Refused({ kind: 'own-access' })
  const { username } = await readMember(services, staffNo)
  await act({ ...services, actor: staff }, username)
}
