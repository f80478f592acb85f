import type { Caller } from '@qingzhou/platform/caller'
import type { Transaction } from '@qingzhou/platform/database/database'
import { secondsUntil } from '@qingzhou/platform/database/rate-limit-store'
import {
  EVERY_NETWORK,
  forgetPasswordTries,
  takePasswordTry,
} from '@qingzhou/platform/passwords/tries-store'
import { Refused } from '@qingzhou/platform/refused'
import { signInFigures } from '@qingzhou/platform/config/sign-in-figures'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import { recoveryCodeHash, secondFactorIndex, ticketHash } from './find-member.ts'
import {
  openStaffSession,
  recordFailure,
  requireStaffAllowance,
  type SessionPair,
  type SignInServices,
} from './sign-in.ts'
import {
  deleteTicket,
  findSecret,
  insertSecondFactor,
  consumeRecoveryCode,
  consumeStep,
  countTicketTry,
  type Ticket,
} from './second-factor-store.ts'
import { lockActiveStaff } from './staff-store.ts'
import { randomBase32, stepOfCode } from './totp.ts'

const RECOVERY_CODES = 10
/** Eight base32 characters, 40 bits; each code works once. */
const RECOVERY_CODE_BYTES = 5

const { tries: failuresMax, lockMinutes } = signInFigures.secondFactor

type ConfirmedFactor = { readonly token: string; readonly recoveryCodes?: string[] }

/**
 * The second step of a sign-in, by an authenticator code or a recovery code. Without an app, the
 * first code enrols one.
 *
 * Tries are counted before the code is checked and outside the transaction, so that a rollback does
 * not reset them.
 */
export async function confirmSecondFactor(
  services: SignInServices,
  caller: Caller,
  input: { readonly ticket: string; readonly code: string },
): Promise<ConfirmedFactor> {
  await requireStaffAllowance(services, caller)
  const key = ticketHash(services, input.ticket)
  const ticket = await countTicketTry(services.database, services, {
    ticketHash: key,
    now: services.now(),
  })
  if (!ticket) throw new Refused({ kind: 'second-factor-ticket-void' })
  await requireSecondFactorTry(services, ticket.staffNo)

  const code = input.code.replaceAll(/[\s-]/g, '').toUpperCase()
  const confirmed = await services.database.inTransaction(async (tx) => {
    const username = await lockActiveStaff(tx, ticket.staffNo)
    if (username === undefined) return undefined
    const passed = await pass(tx, services, { ...ticket, code })
    if (!passed) return undefined
    if (!(await deleteTicket(tx, key))) return undefined
    await forgetPasswordTries(tx, secondFactorIndex(services, ticket.staffNo))
    const holder = { caller, staffNo: ticket.staffNo, username }
    return { ...(await openStaffSession(tx, services, holder)), ...passed }
  })
  if (!confirmed) {
    await recordFailure(services, { staffNo: ticket.staffNo, isLock: false })
    throw new Refused({ kind: 'second-factor-wrong' })
  }
  return setSessionCookie(caller, confirmed)
}

function setSessionCookie(
  caller: Caller,
  { token, secret, recoveryCodes }: SessionPair & { readonly recoveryCodes?: string[] },
): ConfirmedFactor {
  caller.setSecretCookie('staff', secret)
  return { token, ...(recoveryCodes && { recoveryCodes }) }
}

/**
 * Limits tries across all networks. Only a caller who knows the password gets here, so strangers
 * cannot lock the account.
 */
async function requireSecondFactorTry(services: SignInServices, staffNo: string): Promise<void> {
  const attempt = await takePasswordTry(services.database, services, {
    who: secondFactorIndex(services, staffNo),
    network: EVERY_NETWORK,
    failuresMax,
    lockMinutes,
    repeatedLockMinutes: lockMinutes,
  })
  if (!attempt.isLocked) return
  const minutes = Math.ceil(secondsUntil(attempt.lockedUntil, services.now()) / 60)
  throw new Refused({ kind: 'staff-locked', minutes })
}

type Attempt = Ticket & { readonly code: string }

/** Returns undefined if the code is wrong. */
async function pass(
  tx: Transaction,
  services: SignInServices,
  attempt: Attempt,
): Promise<{ recoveryCodes?: string[] } | undefined> {
  const { staffNo, secret, code } = attempt
  if (secret !== undefined) return enrol(tx, services, { staffNo, secret, code })

  const known = await findSecret(tx, services, staffNo)
  if (known === undefined) return undefined
  const step = stepOfCode({ secret: known, code }, services.now())
  if (step !== undefined) return (await consumeStep(tx, { staffNo, step })) ? {} : undefined

  const codeHash = recoveryCodeHash(services, { staffNo, code })
  const isSpent = await consumeRecoveryCode(tx, { staffNo, codeHash, now: services.now() })
  if (!isSpent) return undefined
  await recordStaffAct(tx, services, { staff: { staffNo }, act: 'use-recovery-code' })
  return {}
}

async function enrol(
  tx: Transaction,
  services: SignInServices,
  { staffNo, secret, code }: { staffNo: string; secret: string; code: string },
): Promise<{ recoveryCodes: string[] } | undefined> {
  const now = services.now()
  const step = stepOfCode({ secret, code }, now)
  if (step === undefined) return undefined
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, () =>
    randomBase32(RECOVERY_CODE_BYTES),
  )
  const recoveryCodeHashes = recoveryCodes.map((one) =>
    recoveryCodeHash(services, { staffNo, code: one }),
  )
  const enrolment = { staffNo, secret, step, recoveryCodeHashes, now }
  if (!(await insertSecondFactor(tx, services, enrolment))) return undefined
  await recordStaffAct(tx, services, { staff: { staffNo }, act: 'enrol-second-factor' })
  return { recoveryCodes: recoveryCodes.map((one) => `${one.slice(0, 4)}-${one.slice(4)}`) }
}
