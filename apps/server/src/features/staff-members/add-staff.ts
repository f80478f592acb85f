import type { StaffRole } from '@qingzhou/contract/calls'
import { assert } from '@qingzhou/domain/assert'
import { isPassword } from '@qingzhou/domain/people/password'
import { isPhone } from '@qingzhou/domain/people/phone'
import { hashPassword } from '#platform/passwords/password.ts'
import type { Services } from '#platform/services.ts'
import { noteStaffAct } from '#platform/staff-log/index.ts'
import { insertStaff } from './staff-store.ts'
import { isUsername } from './username.ts'

export type StaffToAdd = {
  readonly username: string
  readonly name: string
  readonly avatar?: string
  readonly roles: readonly StaffRole[]
  readonly password: string
  /** By which a borrower is known who works here too. */
  readonly phone?: string | undefined
}

/** Takes a member of staff on; nothing where the username is taken. */
export async function addStaff(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  { username, name, avatar = '', roles, password, phone }: StaffToAdd,
): Promise<string | undefined> {
  assert(isUsername(username), 'a username is checked before anybody is taken on')
  assert(isPassword(password), 'a password is checked before anybody is taken on')
  assert(phone === undefined || isPhone(phone), 'a phone is checked before anybody is taken on')
  const passwordHash = await hashPassword(password)
  const { database, now } = services
  return database.inTransaction(async (tx) => {
    const staff = { username, name, avatar, roles, passwordHash, phone, createdAt: now() }
    const staffNo = await insertStaff(tx, services, staff)
    if (staffNo === undefined) return undefined
    const about = `staff=${staffNo} roles=${roles.join(',')}`
    await noteStaffAct(tx, services, { staff: 'command', act: 'add-staff', about })
    return staffNo
  })
}
