import { randomInt, randomUUID } from 'node:crypto'
import type { Caller } from '#caller.ts'
import { minutesAfter } from '#clock.ts'
import { secondsUntil } from '#database/limiter.ts'
import { networkOf } from '#network-of.ts'
import { faultIn, ProviderFault } from '#providers/provider-fault.ts'
import { Refused } from '#refused.ts'
import { requireAllowance } from '#require-allowance.ts'
import type { Services } from '#services.ts'
import { signInFigures } from '#sign-in-figures.ts'
import { smsText } from './purposes.ts'
import {
  codeSentAt,
  forgetSending,
  goodCodeSentAt,
  replaceCode,
  type CodeOwner,
  type GivenCode,
} from './sms-code-store.ts'
import { giveBackToQuota, sendHistory, takeFromQuota, type SendHistory } from './sms-quota-store.ts'

const { waitSeconds: WAIT_SECONDS, validMinutes: VALID_MINUTES } = signInFigures.sms

export type CodeSent = { readonly waitSeconds: number }

/** Told before anything is spent: whether this phone may get a message at all just now. */
export async function requireSendable(services: Services, owner: CodeOwner): Promise<SendHistory> {
  const sentAt = await codeSentAt(services.database, services, owner)
  requireWaited(services, sentAt)

  const history = await sendHistory(services.database, services, owner.phone)
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
  owner: CodeOwner,
): Promise<CodeSent> {
  await takeFromLimits(services, caller)
  const code: GivenCode = { ...owner, code: String(randomInt(100_000)).padStart(5, '0') }
  await keepCode(services, code)

  const text = smsText(code.code, owner.purpose)
  try {
    await services.providers.sms.send({ messageId: randomUUID(), phone: owner.phone, text })
  } catch (cause) {
    services.log.warn('sms.not-sent', { purpose: owner.purpose, reason: faultIn(cause) })
    await forgetSending(services.database, services, { ...code, waitSeconds: WAIT_SECONDS })
    if (!mayHaveArrived(cause)) await giveBackToQuota(services.database, services, owner.phone)
    throw new Refused({ kind: 'sms-not-sent' })
  }
  return { waitSeconds: WAIT_SECONDS }
}

/** Sends a code, unless one went out a moment ago that is still good: that one is the one to type. */
export async function sendCodeUnlessJustSent(
  services: Services,
  caller: Caller,
  owner: CodeOwner,
): Promise<CodeSent> {
  const sentAt = await goodCodeSentAt(services.database, services, owner)
  const opensAt = sentAt && secondsAfter(sentAt, WAIT_SECONDS)
  if (opensAt && opensAt > services.now()) {
    return { waitSeconds: secondsUntil(opensAt, services.now()) }
  }
  await requireSendable(services, owner)
  return sendCode(services, caller, owner)
}

/** No answer came in time, so nobody knows. */
function mayHaveArrived(cause: unknown): boolean {
  const reason = cause instanceof ProviderFault ? cause.cause : undefined
  return reason instanceof Error && reason.name === 'TimeoutError'
}

/** Cooldown and quota are taken together or not at all, however many ask at once. */
async function keepCode(services: Services, code: GivenCode): Promise<void> {
  const expiresAt = minutesAfter(services.now(), VALID_MINUTES)
  await services.database.inTransaction(async (tx) => {
    const kept = { ...code, expiresAt, waitSeconds: WAIT_SECONDS }
    if (!(await replaceCode(tx, services, kept))) {
      requireWaited(services, await codeSentAt(tx, services, code))
      throw new Refused({ kind: 'sms-too-soon', waitSeconds: 1 })
    }
    if (await takeFromQuota(tx, services, code.phone)) return
    throw new Refused({ kind: 'sms-quota-spent' })
  })
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
