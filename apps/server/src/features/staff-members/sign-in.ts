import { product } from '@qingzhou/domain/product'
import type { Caller, StaffCaller } from '@qingzhou/platform/caller'
import { minutesAfter } from '@qingzhou/platform/clock'
import { signInFigures } from '@qingzhou/platform/config/sign-in-figures'
import type { Transaction } from '@qingzhou/platform/database/database'
import { recordPasswordSuccess, takeGuardedTry } from '@qingzhou/platform/passwords/guarded-try'
import { hashPassword, isOutdated, isPasswordRight } from '@qingzhou/platform/passwords/password'
import { Refused } from '@qingzhou/platform/refused'
import { requireNetworkAllowance } from '@qingzhou/platform/network-allowance'
import type { Services } from '#services.ts'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import { normaliseUsername } from './change-staff.ts'
import { countFailure, deleteSession, insertSession } from './failures-store.ts'
import { secretHash, ticketHash, tokenHash, triesIndex } from './find-member.ts'
import { findSecret, insertTicket } from './second-factor-store.ts'
import type { Credentials } from './staff-store.ts'
import { findCredentials, replaceStaffHash, lockIfCredentialsUnchanged } from './staff-store.ts'
import { newTotpSecret, totpAddress } from './totp.ts'
import { newToken } from '@qingzhou/platform/ids'

/** What a sign-in needs, so that a command on the server can ask for one too. */
export type SignInServices = Pick<
  Services,
  'database' | 'vault' | 'now' | 'limiter' | 'staffSecondFactor'
>

type SignInInput = { readonly username: string; readonly password: string }

type SecondFactor = {
  readonly ticket: string
  readonly enrolment?: { readonly secret: string; readonly address: string }
}

/** A session, or the ticket for the second step. */
export type AdmittedMember = { readonly token: string } | { readonly secondFactor: SecondFactor }

const { failuresMax, lockMinutes } = product.staff

/**
 * Signs a member of staff in, or completes the first of two steps. An unknown username gets the
 * same error after the same amount of work.
 */
export async function signIn(
  services: SignInServices,
  caller: Caller,
  input: SignInInput,
): Promise<AdmittedMember> {
  const verified = await verifyPassword(services, caller, input)
  const { found, hashedFor } = verified
  const { firstPasswordUntil: until } = found
  if (until) {
    const state = until <= services.now() ? 'expired' : 'unused'
    throw new Refused({ kind: 'staff-first-password', state })
  }
  const step = await admit(services, caller, found)
  if (!step) throw await verified.refuse()
  if (isOutdated(found.passwordHash)) {
    const passwordHash = await hashPassword(input.password, hashedFor)
    await replaceStaffHash(services.database, found, passwordHash)
  }
  return admitCaller(caller, step)
}

type VerifiedCredentials = {
  readonly found: Credentials & { readonly username: string }
  readonly hashedFor: 'trusted staff' | 'staff'
  /** Records the failure, for a password that was changed meanwhile. */
  readonly refuse: () => Promise<Refused>
}

/** Counts a try, and returns the credentials if the password is right. Throws the refusal. */
export async function verifyPassword(
  services: SignInServices,
  caller: Caller,
  input: SignInInput,
): Promise<VerifiedCredentials> {
  await requireStaffAllowance(services, caller)
  const username = normaliseUsername(input.username)
  const origin = { who: triesIndex(services, username), ip: caller.ip }
  const attempt = await takeGuardedTry(services, { ...origin, failuresMax, lockMinutes })
  if (attempt.isLocked) throw lockRefusal(attempt)

  const found = await findCredentials(services.database, { username, now: services.now() })
  const hashedFor = attempt.isTrusted ? 'trusted staff' : 'staff'
  const isRight = await isPasswordRight(input.password, found?.passwordHash, hashedFor)
  const refuse = async () => {
    const { triesLeft, lockMinutes: minutes } = attempt
    await recordFailure(services, { staffNo: found?.staffNo, isLock: minutes !== undefined })
    return new Refused(
      minutes === undefined
        ? { kind: 'staff-password-wrong', triesLeft }
        : { kind: 'staff-locked', minutes },
    )
  }
  if (!found || !isRight) throw await refuse()
  return { found: { ...found, username }, hashedFor, refuse }
}

type FirstStep = SessionPair | { readonly secondFactor: SecondFactor }

/** The answer to a first step, and the cookie of a session that it opened. */
export function admitCaller(caller: Caller, step: FirstStep): AdmittedMember {
  if ('secondFactor' in step) return step
  caller.setSecretCookie('staff', step.secret)
  return { token: step.token }
}

/** Password spraying comes from few addresses, and each try costs a password hash. */
export async function requireStaffAllowance(
  services: SignInServices,
  { ip }: Caller,
): Promise<void> {
  await requireNetworkAllowance(services, {
    name: 'staff',
    ip,
    limit: signInFigures.password.perIpAndTenMinutes,
    windowSeconds: 600,
  })
}

/** Does not log an unknown username: users sometimes type their password into that field. */
export async function recordFailure(
  services: SignInServices,
  failure: { readonly staffNo: string | undefined; readonly isLock: boolean },
): Promise<void> {
  const { staffNo, isLock } = failure
  await services.database.inTransaction(async (tx) => {
    if (!(await countFailure(tx, { ...failure, now: services.now() }))) return
    await recordStaffAct(tx, services, {
      staff: 'nobody',
      act: isLock ? 'lock-sign-in' : 'fail-sign-in',
      ...(staffNo !== undefined && { about: `staff=${staffNo}` }),
    })
  })
}

function lockRefusal({
  for: by,
  minutes,
}: {
  for: 'network' | 'account'
  minutes: number
}): Refused {
  if (by === 'account') return new Refused({ kind: 'staff-network-unknown' })
  return new Refused({ kind: 'staff-locked', minutes })
}

/**
 * Returns undefined if the password was changed or the member disabled while the hash was computed.
 */
export async function admit(
  services: SignInServices,
  caller: Caller,
  found: Credentials & { readonly username: string },
): Promise<FirstStep | undefined> {
  return services.database.inTransaction(async (tx) => {
    if (!(await lockIfCredentialsUnchanged(tx, found))) return undefined
    const isEnrolled = (await findSecret(tx, services, found.staffNo)) !== undefined
    const isRequired = services.staffSecondFactor === 'required' || found.isSecondFactorRequired
    if (!isEnrolled && !isRequired) {
      return openStaffSession(tx, services, { ...found, caller })
    }
    return { secondFactor: await newTicket(tx, services, { ...found, isEnrolled }) }
  })
}

async function newTicket(
  tx: Transaction,
  services: SignInServices,
  {
    staffNo,
    username,
    isEnrolled,
  }: { readonly staffNo: string; readonly username: string; readonly isEnrolled: boolean },
): Promise<SecondFactor> {
  const ticket = newToken()
  const secret = isEnrolled ? undefined : newTotpSecret()
  const now = services.now()
  await insertTicket(tx, services, {
    ticketHash: ticketHash(services, ticket),
    staffNo,
    secret,
    now,
    expiresAt: minutesAfter(now, signInFigures.secondFactor.ticketMinutes),
  })
  if (secret === undefined) return { ticket }
  return { ticket, enrolment: { secret, address: totpAddress({ username, secret }) } }
}

/** Ends the session and clears the cookie. */
export async function signOut(services: SignInServices, caller: StaffCaller): Promise<void> {
  const secret = caller.readSecret('staff')
  await services.database.inTransaction(async (tx) => {
    if (secret !== undefined) await deleteSession(tx, secretHash(services, secret))
    await recordStaffAct(tx, services, { staff: caller.staff, act: 'sign-out' })
  })
  caller.setSecretCookie('staff', undefined)
}

export type SessionPair = { readonly token: string; readonly secret: string }

/** Opens a session with a new token pair and ends the browser's old session. */
export async function openStaffSession(
  tx: Transaction,
  services: SignInServices,
  {
    caller,
    staffNo,
    username,
  }: { readonly caller: Caller; readonly staffNo: string; readonly username: string },
): Promise<SessionPair> {
  await recordPasswordSuccess(tx, services, { who: triesIndex(services, username), ip: caller.ip })
  const earlier = caller.readSecret('staff')
  if (earlier !== undefined) await deleteSession(tx, secretHash(services, earlier))
  const token = newToken()
  const secret = newToken()
  const openedAt = services.now()
  await insertSession(tx, {
    secretHash: secretHash(services, secret),
    tokenHash: tokenHash(services, token),
    staffNo,
    openedAt,
    expiresAt: minutesAfter(openedAt, product.staff.sessionHours * 60),
  })
  await recordStaffAct(tx, services, { staff: { staffNo }, act: 'sign-in' })
  return { token, secret }
}
