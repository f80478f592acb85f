import { product } from '@qingzhou/domain/product'
import type { StaffCaller } from '@qingzhou/platform/caller'
import { recordPasswordSuccess, takeGuardedTry } from '@qingzhou/platform/passwords/guarded-try'
import { hashPassword, isPasswordRight } from '@qingzhou/platform/passwords/password'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import { deleteOtherSessions } from './failures-store.ts'
import { secretHash, triesIndex } from './find-member.ts'
import { deleteTickets } from './second-factor-store.ts'
import { requireStaffAllowance } from './sign-in.ts'
import type { Credentials } from './staff-store.ts'
import { findCredentials, lockIfCredentialsUnchanged, updateStaff } from './staff-store.ts'

const { failuresMax, lockMinutes } = product.staff

type PasswordInput = { readonly oldPassword: string; readonly newPassword: string }

/**
 * Changes the password of the signed-in member and ends their other sessions and waiting sign-ins.
 *
 * The old password is required: a session left open on a shared computer must not be enough. Wrong
 * ones count like those of the sign-in, so that an open session gives no further guesses.
 */
export async function changeOwnPassword(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'now' | 'staffSecondFactor'>,
  caller: StaffCaller,
  { oldPassword, newPassword }: PasswordInput,
): Promise<void> {
  const { staffNo, username } = caller.staff
  if (newPassword === oldPassword) throw new Refused({ kind: 'staff-password-same' })
  await requireStaffAllowance(services, caller)
  const origin = { who: triesIndex(services, username), ip: caller.ip }
  const attempt = await takeGuardedTry(services, { ...origin, failuresMax, lockMinutes })
  if (attempt.isLocked) {
    throw new Refused({ kind: 'staff-old-password-locked', minutes: attempt.minutes })
  }

  const found = await findCredentials(services.database, { username, now: services.now() })
  const isRight = await isPasswordRight(oldPassword, found?.passwordHash, 'trusted staff')
  const isChanged = found && isRight && (await replace(services, caller, { found, newPassword }))
  if (isChanged) return
  await recordStaffAct(services.database, services, {
    staff: { staffNo },
    act: 'fail-change-own-password',
  })
  throw new Refused(
    attempt.lockMinutes === undefined
      ? { kind: 'staff-old-password-wrong', triesLeft: attempt.triesLeft }
      : { kind: 'staff-old-password-locked', minutes: attempt.lockMinutes },
  )
}

/** Returns false if the password was changed or the member disabled while hashes were computed. */
async function replace(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  caller: StaffCaller,
  { found, newPassword }: { readonly found: Credentials; readonly newPassword: string },
): Promise<boolean> {
  const { staffNo, username } = caller.staff
  const passwordHash = await hashPassword(newPassword, 'trusted staff')
  return services.database.inTransaction(async (tx) => {
    if (!(await lockIfCredentialsUnchanged(tx, found))) return false
    await updateStaff(tx, services, username, { passwordHash })
    const secret = caller.readSecret('staff') ?? ''
    await deleteOtherSessions(tx, { staffNo, secretHash: secretHash(services, secret) })
    await deleteTickets(tx, staffNo)
    const origin = { who: triesIndex(services, username), ip: caller.ip }
    await recordPasswordSuccess(tx, services, origin)
    await recordStaffAct(tx, services, { staff: { staffNo }, act: 'change-own-password' })
    return true
  })
}
