import type { Caller, SignedInCaller } from '@qingzhou/platform/caller'
import { minutesAfter } from '@qingzhou/platform/clock'
import type { Transaction } from '@qingzhou/platform/database/database'
import { secondsUntil } from '@qingzhou/platform/database/rate-limit-store'
import { getPhone } from '#features/onboarding/customers/customer-store.ts'
import { faultIn, ProviderFault } from '@qingzhou/platform/provider-fault'
import { Refused } from '@qingzhou/platform/refused'
import { requireNetworkAllowance, requireAllowance } from '@qingzhou/platform/network-allowance'
import type { Services } from '#services.ts'
import { signInFigures } from '@qingzhou/platform/config/sign-in-figures'
import { codeSms } from './purposes.ts'
import { messageFor, type CodeMessage } from './check-code.ts'
import {
  codesJustSentToOthers,
  codeSentAt,
  resetWaitingTime,
  validCodeSentAt,
  replaceCode,
  type CodeOwner,
} from './sms-code-store.ts'
import { returnToQuota, sendHistory, takeFromQuota, type SendHistory } from './sms-quota-store.ts'
import { newId, randomDigits } from '@qingzhou/platform/ids'

type Deps = Pick<Services, 'database' | 'vault' | 'limiter' | 'now' | 'providers' | 'log' | 'today'>

const {
  waitSeconds: WAIT_SECONDS,
  validMinutes: VALID_MINUTES,
  unverifiedPerMinute: UNVERIFIED_PER_MINUTE,
} = signInFigures.sms

export type CodeSent = { readonly waitSeconds: number }

/** Checks before anything is used up whether this phone may get a message now. */
export async function requireSendable(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'today'>,
  message: CodeMessage,
): Promise<SendHistory> {
  const sentAt = await codeSentAt(services.database, services, message)
  requireWaited(services, sentAt)

  const history = await sendHistory(services.database, services, message)
  if (history.isQuotaSpent) throw new Refused({ kind: 'sms-quota-spent' })
  return history
}

/**
 * Sends a code. The behaviour does not depend on whether the phone has an account, so it does not
 * reveal that. A message that the provider rejects is not counted against the quota. One that timed
 * out is counted, as it may have arrived: otherwise a slow provider would allow flooding a phone.
 */
export async function sendCode(
  services: Deps,
  caller: Caller,
  message: CodeMessage,
): Promise<CodeSent> {
  await takeFromLimits(services, caller, message)
  const code = { ...message, code: randomDigits(5) }
  await saveCode(services, code)

  const { phone, purpose } = message
  const sms = codeSms(code.code, purpose)
  try {
    await services.providers.sms.send({ messageId: newId(), phone, ...sms })
  } catch (cause) {
    services.log.warn('sms.not-sent', { purpose, reason: faultIn(cause) })
    await resetWaitingTime(services.database, services, { ...code, waitSeconds: WAIT_SECONDS })
    if (!mayHaveArrived(cause)) await returnToQuota(services.database, services, message)
    throw new Refused({ kind: 'sms-not-sent' })
  }
  return { waitSeconds: WAIT_SECONDS }
}

/** Sends a code, unless a valid one was sent a moment ago, which the customer can use. */
export async function sendCodeUnlessJustSent(
  services: Deps,
  caller: SignedInCaller,
  owner: CodeOwner,
): Promise<CodeSent> {
  const ownPhone = await getPhone(services.database, services, caller.session.customer)
  const message = messageFor(caller, { ...owner, isVerified: owner.phone === ownPhone })
  const sentAt = await validCodeSentAt(services.database, services, message)
  const opensAt = sentAt && secondsAfter(sentAt, WAIT_SECONDS)
  if (opensAt && opensAt > services.now()) {
    return { waitSeconds: secondsUntil(opensAt, services.now()) }
  }
  await requireSendable(services, message)
  return sendCode(services, caller, message)
}

/** The provider timed out, so the result is unknown. */
function mayHaveArrived(cause: unknown): boolean {
  const reason = cause instanceof ProviderFault ? cause.cause : undefined
  return reason instanceof Error && reason.name === 'TimeoutError'
}

/** Waiting time and quota are checked and used up in one transaction, also under concurrency. */
async function saveCode(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'today'>,
  code: CodeMessage & { readonly code: string },
): Promise<void> {
  const expiresAt = minutesAfter(services.now(), VALID_MINUTES)
  await services.database.inTransaction(async (tx) => {
    // First, because it locks the phone's row: concurrent calls wait here.
    if (!(await takeFromQuota(tx, services, code))) throw new Refused({ kind: 'sms-quota-spent' })
    await requireNoBurst(tx, services, code)
    const record = { ...code, expiresAt, waitSeconds: WAIT_SECONDS }
    if (await replaceCode(tx, services, record)) return
    requireWaited(services, await codeSentAt(tx, services, code))
    throw new Refused({ kind: 'sms-too-soon', waitSeconds: 1 })
  })
}

/**
 * Limits unverified requesters per phone and minute. Each requester has its own waiting time, as a
 * shared one would reveal other requesters.
 */
async function requireNoBurst(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'now'>,
  message: CodeMessage,
): Promise<void> {
  if (message.isVerified) return
  const window = { ...message, seconds: WAIT_SECONDS }
  const others = await codesJustSentToOthers(tx, services, window)
  if (others < UNVERIFIED_PER_MINUTE) return
  throw new Refused({ kind: 'too-many-requests', waitSeconds: WAIT_SECONDS })
}

function requireWaited({ now }: Pick<Services, 'now'>, sentAt: Date | undefined): void {
  if (!sentAt) return
  const opensAt = secondsAfter(sentAt, WAIT_SECONDS)
  if (opensAt <= now()) return
  throw new Refused({ kind: 'sms-too-soon', waitSeconds: secondsUntil(opensAt, now()) })
}

function secondsAfter(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1_000)
}

/** Rate limit against SMS pumping: one address or device that sends to many phones. */
async function takeFromLimits(
  services: Pick<Services, 'limiter'>,
  { ip, deviceId }: Caller,
  { isVerified }: CodeMessage,
): Promise<void> {
  const { perIpAndHour, perDeviceAndDay, unverifiedPerHourInAll } = signInFigures.sms
  const windowSeconds = 3_600
  await requireNetworkAllowance(services, { name: 'sms', ip, limit: perIpAndHour, windowSeconds })
  if (deviceId !== undefined) {
    const key = `sms:device:${deviceId}`
    await requireAllowance(services, { key, limit: perDeviceAndDay, windowSeconds: 86_400 })
  }
  if (isVerified) return
  const inAll = { key: UNVERIFIED_CODES, limit: unverifiedPerHourInAll, windowSeconds }
  await requireAllowance(services, inAll)
}

/** Codes to phones that the requester is not known to own, in all networks together. */
export const UNVERIFIED_CODES = 'sms:unverified'
