import type { Caller, SignedInCaller } from '#platform/caller.ts'
import { minutesAfter } from '#platform/clock.ts'
import type { Transaction } from '#platform/database/database.ts'
import { secondsUntil } from '#platform/database/rate-limit-store.ts'
import { phoneOf } from '#features/onboarding/customers/customer-store.ts'
import { networkOf } from '#platform/network-of.ts'
import { faultIn, ProviderFault } from '#providers/provider-fault.ts'
import { Refused } from '#platform/refused.ts'
import { requireAllowance } from '#platform/require-allowance.ts'
import type { Services } from '#platform/services.ts'
import { signInFigures } from '#platform/config/sign-in-figures.ts'
import { smsText } from './purposes.ts'
import { messageFor, type CodeMessage } from './check-code.ts'
import {
  codesJustSentToOthers,
  codeSentAt,
  forgetSending,
  goodCodeSentAt,
  replaceCode,
  type CodeOwner,
} from './sms-code-store.ts'
import { giveBackToQuota, sendHistory, takeFromQuota, type SendHistory } from './sms-quota-store.ts'
import { newId, randomDigits } from '#platform/ids.ts'

const {
  waitSeconds: WAIT_SECONDS,
  validMinutes: VALID_MINUTES,
  unverifiedPerMinute: UNVERIFIED_PER_MINUTE,
} = signInFigures.sms

export type CodeSent = { readonly waitSeconds: number }

/** Told before anything is spent: whether this phone may get a message at all just now. */
export async function requireSendable(
  services: Services,
  message: CodeMessage,
): Promise<SendHistory> {
  const sentAt = await codeSentAt(services.database, services, message)
  requireWaited(services, sentAt)

  const history = await sendHistory(services.database, services, message)
  if (history.isQuotaSpent) throw new Refused({ kind: 'sms-quota-spent' })
  return history
}

/**
 * Sends a code. Nothing here depends on whether the phone is a customer's, so nothing tells.
 *
 * A message the provider did not take is counted back: a borrower does not pay for its outage. One
 * that may have arrived is not: else a slow provider would let anybody flood a phone.
 */
export async function sendCode(
  services: Services,
  caller: Caller,
  message: CodeMessage,
): Promise<CodeSent> {
  await takeFromLimits(services, caller)
  const code = { ...message, code: randomDigits(5) }
  await keepCode(services, code)

  const { phone, purpose } = message
  const text = smsText(code.code, purpose)
  try {
    await services.providers.sms.send({ messageId: newId(), phone, text })
  } catch (cause) {
    services.log.warn('sms.not-sent', { purpose, reason: faultIn(cause) })
    await forgetSending(services.database, services, { ...code, waitSeconds: WAIT_SECONDS })
    if (!mayHaveArrived(cause)) await giveBackToQuota(services.database, services, message)
    throw new Refused({ kind: 'sms-not-sent' })
  }
  return { waitSeconds: WAIT_SECONDS }
}

/** Sends a code, unless one went out a moment ago that is still good: that one is the one to type. */
export async function sendCodeUnlessJustSent(
  services: Services,
  caller: SignedInCaller,
  owner: CodeOwner,
): Promise<CodeSent> {
  const ownPhone = await phoneOf(services.database, services, caller.session.customer)
  const message = messageFor(caller, { ...owner, isVerified: owner.phone === ownPhone })
  const sentAt = await goodCodeSentAt(services.database, services, message)
  const opensAt = sentAt && secondsAfter(sentAt, WAIT_SECONDS)
  if (opensAt && opensAt > services.now()) {
    return { waitSeconds: secondsUntil(opensAt, services.now()) }
  }
  await requireSendable(services, message)
  return sendCode(services, caller, message)
}

/** No answer came in time, so nobody knows. */
function mayHaveArrived(cause: unknown): boolean {
  const reason = cause instanceof ProviderFault ? cause.cause : undefined
  return reason instanceof Error && reason.name === 'TimeoutError'
}

/** Waiting time and quota are taken together or not at all, however many ask at once. */
async function keepCode(
  services: Services,
  code: CodeMessage & { readonly code: string },
): Promise<void> {
  const expiresAt = minutesAfter(services.now(), VALID_MINUTES)
  await services.database.inTransaction(async (tx) => {
    // First, because it locks the phone's row: whoever asks at the same time waits here.
    if (!(await takeFromQuota(tx, services, code))) throw new Refused({ kind: 'sms-quota-spent' })
    await requireNoBurst(tx, services, code)
    const kept = { ...code, expiresAt, waitSeconds: WAIT_SECONDS }
    if (await replaceCode(tx, services, kept)) return
    requireWaited(services, await codeSentAt(tx, services, code))
    throw new Refused({ kind: 'sms-too-soon', waitSeconds: 1 })
  })
}

/** Requesters do not wait for each other, which would tell of one another; a phone is not flooded either. */
async function requireNoBurst(
  tx: Transaction,
  services: Services,
  message: CodeMessage,
): Promise<void> {
  if (message.isVerified) return
  const window = { ...message, seconds: WAIT_SECONDS }
  const others = await codesJustSentToOthers(tx, services, window)
  if (others < UNVERIFIED_PER_MINUTE) return
  throw new Refused({ kind: 'too-many-requests', waitSeconds: WAIT_SECONDS })
}

function requireWaited({ now }: Services, sentAt: Date | undefined): void {
  if (!sentAt) return
  const opensAt = secondsAfter(sentAt, WAIT_SECONDS)
  if (opensAt <= now()) return
  throw new Refused({ kind: 'sms-too-soon', waitSeconds: secondsUntil(opensAt, now()) })
}

function secondsAfter(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1_000)
}

/** One address or device sending to many phones is pumping, whoever the phones belong to. */
async function takeFromLimits(services: Services, { ip, deviceId }: Caller): Promise<void> {
  const { perIpAndHour, perDeviceAndDay } = signInFigures.sms
  const byIp = { key: `sms:ip:${networkOf(ip)}`, limit: perIpAndHour, windowSeconds: 3_600 }
  await requireAllowance(services, byIp)
  if (deviceId === undefined) return
  const byDevice = { key: `sms:device:${deviceId}`, limit: perDeviceAndDay, windowSeconds: 86_400 }
  await requireAllowance(services, byDevice)
}
