import type { StaffRole } from '@qingzhou/contract/calls'
import { assert } from '@qingzhou/domain/assert'
import { isPassword } from '@qingzhou/domain/people/password'
import { isPhone } from '@qingzhou/domain/people/phone'
import type { Transaction } from '#platform/database/database.ts'
import { hashPassword } from '#platform/passwords/password.ts'
import { forgetPasswordTries } from '#platform/passwords/tries-store.ts'
import type { Services } from '#platform/services.ts'
import { noteStaffAct } from '#platform/staff-log/index.ts'
import { deleteSessionsOf } from './failures-store.ts'
import { secondFactorIndex, triesIndex } from './find-member.ts'
import { deleteSecondFactor, deleteTicketsOf } from './second-factor-store.ts'
import type { StaffChange } from './staff-store.ts'
import { insertStaff, updateStaff } from './staff-store.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'now'>

export async function changeRoles(
  services: Deps,
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
  services: Deps,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<string | undefined> {
  assert(isPassword(password), 'a password is checked before it is set')
  const passwordHash = await hashPassword(password)
  return change(services, username, { act: 'change-password', to: { passwordHash } })
}

/** Whoever borrows by that phone is this member of staff, who reviews nothing of their own. */
export async function changePhone(
  services: Deps,
  { username, phone }: { readonly username: string; readonly phone: string },
): Promise<string | undefined> {
  assert(isPhone(phone), 'a phone is checked before it is set')
  return change(services, username, { act: 'change-staff-phone', to: { phone } })
}

export async function disableStaff(services: Deps, username: string): Promise<string | undefined> {
  return change(services, username, { act: 'disable-staff', to: { isActive: false } })
}

export async function enableStaff(services: Deps, username: string): Promise<string | undefined> {
  return change(services, username, { act: 'enable-staff', to: { isActive: true } })
}

/** The next sign-in enrols an authenticator app, also where none is required of everybody. */
export async function requireSecondFactor(
  services: Deps,
  username: string,
): Promise<string | undefined> {
  const to = { isSecondFactorRequired: true }
  return change(services, username, { act: 'require-second-factor', to })
}

/** Opens every lock of the account, for its password and for its second factor. Sessions go on. */
export async function unlockStaff(services: Deps, username: string): Promise<string | undefined> {
  return services.database.inTransaction(async (tx) => {
    const staffNo = await updateStaff(tx, services, username, {})
    if (staffNo === undefined) return undefined
    await forgetTries(tx, services, { username, staffNo })
    await noteStaffAct(tx, services, {
      staff: 'command',
      act: 'unlock-staff',
      about: `staff=${staffNo}`,
    })
    return staffNo
  })
}

/** For who lost their phone and their recovery codes: the next sign-in enrols another app where one is required. */
export async function resetSecondFactor(
  services: Deps,
  username: string,
): Promise<string | undefined> {
  return change(services, username, {
    act: 'reset-second-factor',
    to: {},
    also: async (tx, staffNo) => {
      await deleteSecondFactor(tx, staffNo)
      await forgetTries(tx, services, { username, staffNo })
    },
  })
}

async function forgetTries(
  tx: Transaction,
  services: Deps,
  { username, staffNo }: { readonly username: string; readonly staffNo: string },
): Promise<void> {
  await forgetPasswordTries(tx, triesIndex(services, username))
  await forgetPasswordTries(tx, secondFactorIndex(services, staffNo))
}

type Change = {
  readonly act: string
  readonly to: StaffChange
  readonly about?: string
  readonly also?: (tx: Transaction, staffNo: string) => Promise<void>
}

/** Every change ends the sessions there are, and sign-ins that wait for their second step. Answers the number; nothing where nobody has the username. */
async function change(
  services: Deps,
  username: string,
  { act, to, about, also }: Change,
): Promise<string | undefined> {
  return services.database.inTransaction(async (tx) => {
    const staffNo = await updateStaff(tx, services, username, to)
    if (staffNo === undefined) return undefined
    await deleteSessionsOf(tx, staffNo)
    await deleteTicketsOf(tx, staffNo)
    if (to.passwordHash !== undefined) await forgetTries(tx, services, { username, staffNo })
    await also?.(tx, staffNo)
    const subject = `staff=${staffNo}`
    const noted = about === undefined ? subject : `${subject} ${about}`
    await noteStaffAct(tx, services, { staff: 'command', act, about: noted })
    return staffNo
  })
}

type StaffToAdd = {
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

/** Letters, digits, dot, dash and underscore; a letter first. */
export function isUsername(text: string): boolean {
  return /^[a-z][a-z0-9_.-]{1,31}$/.test(text)
}

/** A phone makes the first letter a capital and leaves a space behind the word. */
export function asUsername(typed: string): string {
  return typed.trim().toLowerCase()
}
