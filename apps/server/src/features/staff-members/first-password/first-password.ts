import { product } from '@qingzhou/domain/product'
import type { Caller } from '@qingzhou/platform/caller'
import { minutesAfter } from '@qingzhou/platform/clock'
import type { Transaction } from '@qingzhou/platform/database/database'
import { hashPassword } from '@qingzhou/platform/passwords/password'
import { Refused } from '@qingzhou/platform/refused'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import type { Services } from '#services.ts'
import {
  lockFirstPassword,
  markSecondHalfShown,
  type FirstPassword,
} from './first-password-store.ts'
import {
  admit,
  admitCaller,
  verifyPassword,
  type AdmittedMember,
  type SignInServices,
} from '../sign-in.ts'
import { isSamePerson, lockIfCredentialsUnchanged, updateStaff } from '../staff-store.ts'

const HALF_LENGTH = 8

type Half = { readonly half: 1 | 2; readonly text: string; readonly expiresAt: number }

/**
 * Shows an administrator one half of a password for a member who has not chosen one. The other half
 * is shown to another person alone: with both, one administrator could act under the new account and
 * approve the own proposals. A half is shown once, and asking again starts over.
 */
export async function issueFirstPassword(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  actor: { readonly staffNo: string },
  member: { readonly staffNo: string; readonly username: string },
): Promise<Half> {
  const { staffNo } = member
  if (staffNo === actor.staffNo) throw new Refused({ kind: 'own-access' })
  return services.database.inTransaction(async (tx) => {
    const open = await lockFirstPassword(tx, staffNo)
    if (!open) throw new Refused({ kind: 'staff-first-password', state: 'replaced' })
    if (await isSamePerson(tx, [staffNo, actor.staffNo])) throw new Refused({ kind: 'own-access' })
    const isSecond = await isForOther(tx, services, { ...open, staffNo: actor.staffNo })
    const half = isSecond ? await showSecond(tx, services, { staffNo, open }) : undefined
    const shown = half ?? (await startOver(tx, services, { actor, member }))
    const about = `staff=${staffNo} half=${shown.half}`
    await recordStaffAct(tx, services, { staff: actor, act: 'issue-first-password', about })
    return shown
  })
}

/** Whether the first half was shown to another person, and the password still works. */
async function isForOther(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  { until, halfShownTo, staffNo }: FirstPassword & { readonly staffNo: string },
): Promise<boolean> {
  if (halfShownTo === undefined || halfShownTo === staffNo || until <= now()) return false
  return !(await isSamePerson(tx, [halfShownTo, staffNo]))
}

async function showSecond(
  tx: Transaction,
  services: Pick<Services, 'vault'>,
  { staffNo, open }: { readonly staffNo: string; readonly open: FirstPassword },
): Promise<Half> {
  await markSecondHalfShown(tx, staffNo)
  const [, text] = halvesOf(services, { staffNo, until: open.until })
  return { half: 2, text, expiresAt: open.until.getTime() }
}

async function startOver(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'now'>,
  {
    actor,
    member: { staffNo, username },
  }: {
    readonly actor: { readonly staffNo: string }
    readonly member: { readonly staffNo: string; readonly username: string }
  },
): Promise<Half> {
  const until = minutesAfter(services.now(), product.staff.firstPasswordHours * 60)
  const [text, other] = halvesOf(services, { staffNo, until })
  const passwordHash = await hashPassword(`${text}${other}`, 'trusted staff')
  const firstPassword = { until, halfShownTo: actor.staffNo }
  await updateStaff(tx, services, username, { passwordHash, firstPassword })
  return { half: 1, text, expiresAt: until.getTime() }
}

/** Both halves follow from the keys of the vault, so that neither is stored. */
function halvesOf(
  { vault }: Pick<Services, 'vault'>,
  { staffNo, until }: { readonly staffNo: string; readonly until: Date },
): readonly [string, string] {
  const half = (n: 1 | 2) =>
    letters(vault.hash('staff', `first password ${staffNo} ${until.toISOString()} ${n}`))
  return [half(1), half(2)]
}

/** Without those that look alike: it is read aloud or written down. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

function letters(bytes: Buffer): string {
  return Array.from(
    bytes.subarray(0, HALF_LENGTH),
    (byte) => ALPHABET[byte % ALPHABET.length],
  ).join('')
}

/**
 * Replaces the first password by one that the member chooses, and signs them in. It stands for the
 * password and for nothing else, so a second factor is still asked for.
 */
export async function choosePassword(
  services: SignInServices,
  caller: Caller,
  {
    username,
    firstPassword,
    newPassword,
  }: {
    readonly username: string
    readonly firstPassword: string
    readonly newPassword: string
  },
): Promise<AdmittedMember> {
  const password = firstPassword.replaceAll(/[\s-]/g, '').toUpperCase()
  const { found, refuse } = await verifyPassword(services, caller, { username, password })
  const { firstPasswordUntil: until } = found
  if (!until) throw new Refused({ kind: 'staff-first-password', state: 'replaced' })
  if (until <= services.now()) throw new Refused({ kind: 'staff-first-password', state: 'expired' })
  if (newPassword === password) throw new Refused({ kind: 'staff-password-same' })
  const passwordHash = await hashPassword(newPassword, 'trusted staff')
  const isReplaced = await services.database.inTransaction(async (tx) => {
    if (!(await lockIfCredentialsUnchanged(tx, found))) return false
    await updateStaff(tx, services, found.username, { passwordHash })
    const { staffNo } = found
    await recordStaffAct(tx, services, { staff: { staffNo }, act: 'change-own-password' })
    return true
  })
  const step = isReplaced && (await admit(services, caller, { ...found, passwordHash }))
  if (!step) throw await refuse()
  return admitCaller(caller, step)
}
