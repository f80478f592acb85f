import type { StaffActName } from '@qingzhou/contract/staff-acts'
import type { StaffRole } from '@qingzhou/contract/permissions'
import { assert } from '@qingzhou/domain/assert'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { isPhone } from '@qingzhou/domain/people/fields'
import { isStaffPassword } from '@qingzhou/domain/people/staff-password'
import { inside, type Transaction } from '@qingzhou/platform/database/database'
import { hashPassword } from '@qingzhou/platform/passwords/password'
import { forgetPasswordTries } from '@qingzhou/platform/passwords/tries-store'
import type { Services } from '#services.ts'
import { recordStaffAct, type StaffActor } from '@qingzhou/platform/staff-log/index'
import { deleteStaffSessions } from './failures-store.ts'
import { oidcSubjectHash, secondFactorIndex, triesIndex, type OidcIdentity } from './find-member.ts'
import { deleteSecondFactor, deleteTickets } from './second-factor-store.ts'
import type { StaffChange } from './staff-store.ts'
import { findBySubject, insertStaff, lockSubject, updateStaff } from './staff-store.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'now'> & {
  /** Who acts. A command on the server without it. */
  readonly actor?: StaffActor
}

export async function changeRoles(
  services: Deps,
  username: string,
  access: StaffAccess,
): Promise<string | undefined> {
  assertAccess(access)
  return change(services, username, { act: 'change-roles', to: access, about: aboutAccess(access) })
}

export type StaffAccess = {
  readonly roles: readonly StaffRole[]
  /** The last day of the access. An auditor has one. */
  readonly accessEndsOn?: LocalDate | undefined
}

/** An auditor has no other role, and a last day. */
export function isPossibleAccess({ roles, accessEndsOn }: StaffAccess): boolean {
  if (!roles.includes('auditor')) return roles.length > 0
  return roles.length === 1 && accessEndsOn !== undefined
}

function assertAccess(access: StaffAccess): void {
  assert(isPossibleAccess(access), 'roles are checked before they are given')
}

function aboutAccess({ roles, accessEndsOn }: StaffAccess): string {
  const until = accessEndsOn === undefined ? '' : ` until=${accessEndsOn}`
  return `roles=${roles.join(',')}${until}`
}

/**
 * Sets a password and removes locks: an administrator who sets it has identified the account's
 * owner.
 */
export async function changePassword(
  services: Deps,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<string | undefined> {
  assert(isStaffPassword(password), 'a password is checked before it is set')
  const passwordHash = await hashPassword(password, 'trusted staff')
  return change(services, username, { act: 'change-password', to: { passwordHash } })
}

/** Sets the phone by which the member's own loans are recognised, which they must not review. */
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

/**
 * Requires an authenticator app at the next sign-in, even if the setting does not require it of all
 * staff.
 */
export async function requireSecondFactor(
  services: Deps,
  username: string,
): Promise<string | undefined> {
  const to = { isSecondFactorRequired: true }
  return change(services, username, { act: 'require-second-factor', to })
}

/** Removes every lock of the account, for password and second factor. Sessions stay open. */
export async function unlockStaff(services: Deps, username: string): Promise<string | undefined> {
  return services.database.inTransaction(async (tx) => {
    const staffNo = await updateStaff(tx, services, username, {})
    if (staffNo === undefined) return undefined
    await deleteTries(tx, services, { username, staffNo })
    await recordStaffAct(tx, services, {
      staff: services.actor ?? 'command',
      act: 'unlock-staff',
      about: `staff=${staffNo}`,
    })
    return staffNo
  })
}

/**
 * For staff who lost their phone and recovery codes: the next sign-in enrols a new app if one is
 * required.
 */
export async function resetSecondFactor(
  services: Deps,
  username: string,
): Promise<string | undefined> {
  return change(services, username, {
    act: 'reset-second-factor',
    to: {},
    also: async (tx, staffNo) => {
      await deleteSecondFactor(tx, staffNo)
      await deleteTries(tx, services, { username, staffNo })
    },
  })
}

/**
 * Lets a person of the lender's OpenID provider sign in as this member. Returns 'taken' if that
 * person is another member, and undefined if there is no such member.
 */
export async function linkOidcSubject(
  services: Deps,
  username: string,
  identity: OidcIdentity,
): Promise<string | undefined> {
  const hash = oidcSubjectHash(services, identity)
  return services.database.inTransaction(async (tx) => {
    await lockSubject(tx, hash)
    const holder = await findBySubject(tx, hash)
    if (holder !== undefined && holder !== username) return 'taken'
    const here = { ...services, database: inside(tx) }
    return change(here, username, { act: 'link-oidc', to: { oidcSubjectHash: hash } })
  })
}

export async function unlinkOidcSubject(
  services: Deps,
  username: string,
): Promise<string | undefined> {
  return change(services, username, { act: 'unlink-oidc', to: { oidcSubjectHash: null } })
}

async function deleteTries(
  tx: Transaction,
  services: Deps,
  { username, staffNo }: { readonly username: string; readonly staffNo: string },
): Promise<void> {
  await forgetPasswordTries(tx, triesIndex(services, username))
  await forgetPasswordTries(tx, secondFactorIndex(services, staffNo))
}

type Change = {
  readonly act: StaffActName
  readonly to: StaffChange
  readonly about?: string
  readonly also?: (tx: Transaction, staffNo: string) => Promise<void>
}

/**
 * Changes a member; ends all sessions and sign-ins waiting for their second step. Returns the staff
 * number; undefined if the username is unknown.
 */
async function change(
  services: Deps,
  username: string,
  { act, to, about, also }: Change,
): Promise<string | undefined> {
  return services.database.inTransaction(async (tx) => {
    const staffNo = await updateStaff(tx, services, username, to)
    if (staffNo === undefined) return undefined
    await deleteStaffSessions(tx, staffNo)
    await deleteTickets(tx, staffNo)
    if (to.passwordHash !== undefined) await deleteTries(tx, services, { username, staffNo })
    await also?.(tx, staffNo)
    const subject = `staff=${staffNo}`
    const noted = about === undefined ? subject : `${subject} ${about}`
    await recordStaffAct(tx, services, { staff: services.actor ?? 'command', act, about: noted })
    return staffNo
  })
}

type StaffToAdd = StaffAccess & {
  readonly username: string
  readonly name: string
  readonly avatar?: string
  readonly password: string
  /** Recognises the member's own loans. */
  readonly phone?: string | undefined
  /** The password is known to nobody: the member chooses one at the first sign-in. */
  readonly isPasswordUnchosen?: boolean
}

/** Adds a member of staff; undefined if the username is taken. */
export async function addStaff(services: Deps, toAdd: StaffToAdd): Promise<string | undefined> {
  const { username, name, avatar = '', roles, accessEndsOn, password, phone } = toAdd
  assert(isUsername(username), 'a username is checked before anybody is taken on')
  assert(isStaffPassword(password), 'a password is checked before anybody is taken on')
  assert(phone === undefined || isPhone(phone), 'a phone is checked before anybody is taken on')
  assertAccess({ roles, accessEndsOn })
  const passwordHash = await hashPassword(password, 'trusted staff')
  const { database, now, actor } = services
  return database.inTransaction(async (tx) => {
    const createdAt = now()
    const access = { roles, accessEndsOn }
    const staff = { username, name, avatar, ...access, passwordHash, phone, createdAt }
    const staffNo = await insertStaff(tx, services, { ...toAdd, ...staff })
    if (staffNo === undefined) return undefined
    const about = `staff=${staffNo} ${aboutAccess(access)}`
    await recordStaffAct(tx, services, { staff: actor ?? 'command', act: 'add-staff', about })
    return staffNo
  })
}

/** Letters, digits, dot, dash and underscore; a letter first. */
export function isUsername(text: string): boolean {
  return /^[a-z][a-z0-9_.-]{1,31}$/.test(text)
}

/** Phone keyboards capitalise the first letter and append a space. */
export function normaliseUsername(typed: string): string {
  return typed.trim().toLowerCase()
}
