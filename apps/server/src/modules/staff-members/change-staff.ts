import type { StaffRole } from '@qingzhou/contract/calls'
import { assert } from '@qingzhou/domain/assert'
import { isPassword } from '@qingzhou/domain/people/password'
import { isPhone } from '@qingzhou/domain/people/phone'
import { hashPassword } from '#passwords/password.ts'
import { forgetPasswordTries } from '#passwords/tries-store.ts'
import type { Services } from '#services.ts'
import { noteStaffAct } from '#staff-log/index.ts'
import { triesIndex } from './hashes.ts'
import { deleteSessionsOf } from './session-store.ts'
import { updateStaff, type StaffChange } from './staff-store.ts'

type Means = Pick<Services, 'database' | 'vault' | 'now'>

export async function changeRoles(
  services: Means,
  username: string,
  roles: readonly StaffRole[],
): Promise<string | undefined> {
  return change(services, username, {
    act: 'change-roles',
    to: { roles },
    about: `roles=${roles.join(',')}`,
  })
}

/** Opens a lock as well: whoever may set a password has settled who is meant to know it. */
export async function changePassword(
  services: Means,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<string | undefined> {
  assert(isPassword(password), 'a password is checked before it is set')
  const passwordHash = await hashPassword(password)
  return change(services, username, { act: 'change-password', to: { passwordHash } })
}

/** Whoever borrows by that phone is this member of staff, who reviews nothing of their own. */
export async function changePhone(
  services: Means,
  { username, phone }: { readonly username: string; readonly phone: string },
): Promise<string | undefined> {
  assert(isPhone(phone), 'a phone is checked before it is set')
  return change(services, username, { act: 'change-staff-phone', to: { phone } })
}

export async function disableStaff(services: Means, username: string): Promise<string | undefined> {
  return change(services, username, { act: 'disable-staff', to: { isActive: false } })
}

export async function enableStaff(services: Means, username: string): Promise<string | undefined> {
  return change(services, username, { act: 'enable-staff', to: { isActive: true } })
}

/** Every change ends the sessions there are. Answers the number; nothing where nobody has the username. */
async function change(
  services: Means,
  username: string,
  { act, to, about }: { readonly act: string; readonly to: StaffChange; readonly about?: string },
): Promise<string | undefined> {
  return services.database.inTransaction(async (tx) => {
    const staffNo = await updateStaff(tx, services, username, to)
    if (staffNo === undefined) return undefined
    await deleteSessionsOf(tx, staffNo)
    if (to.passwordHash !== undefined) {
      await forgetPasswordTries(tx, triesIndex(services, username))
    }
    const subject = `staff=${staffNo}`
    const noted = about === undefined ? subject : `${subject} ${about}`
    await noteStaffAct(tx, services, { staff: 'command', act, about: noted })
    return staffNo
  })
}
