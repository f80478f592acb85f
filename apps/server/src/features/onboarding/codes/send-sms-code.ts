import { isAnswered } from '#features/onboarding/captcha/captcha.ts'
import { spendPassedCaptcha } from '#features/onboarding/captcha/captcha-store.ts'
import { getPhone } from '#features/onboarding/customers/customer-store.ts'
import { requireKnownLink } from '#features/onboarding/links/link-token.ts'
import { networkOf, type Caller } from '@qingzhou/platform/caller'
import { minutesAfter } from '@qingzhou/platform/clock'
import { signInFigures } from '@qingzhou/platform/config/sign-in-figures'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { faultIn } from '@qingzhou/platform/provider-fault'
import type { CodeMessage } from './check-code.ts'
import { messageFor, signInMessageFor } from './check-code.ts'
import type { CodeSent } from './send-code.ts'
import { requireSendable, sendCode } from './send-code.ts'
import type { SendHistory } from './sms-quota-store.ts'

const { calmMinutes, withoutCaptchaPerHour } = signInFigures.sms

/** Whether a request looks automated. */
async function isRiskRaised(
  services: Pick<Services, 'limiter' | 'now' | 'providers' | 'log'>,
  caller: Caller,
  history: SendHistory,
): Promise<boolean> {
  const { lastSentAt } = history
  if (lastSentAt && minutesAfter(lastSentAt, calmMinutes) > services.now()) return true
  if (await isBusy(services, caller)) return true
  return isBehindProxy(services, caller)
}

async function isBusy(
  { limiter }: Pick<Services, 'limiter'>,
  { ip, deviceId }: Caller,
): Promise<boolean> {
  const window = { windowSeconds: 3_600 }
  const byIp = await limiter.take({
    key: `sms-easy:ip:${networkOf(ip)}`,
    limit: withoutCaptchaPerHour.ip,
    ...window,
  })
  if (deviceId === undefined) return !byIp.ok

  const key = `sms-easy:device:${deviceId}`
  const byDevice = await limiter.take({ key, limit: withoutCaptchaPerHour.device, ...window })
  return !byIp.ok || !byDevice.ok
}

/** The IP lookup is optional: if it fails, the other signals decide. */
async function isBehindProxy(
  { providers, log }: Pick<Services, 'providers' | 'log'>,
  { ip }: Caller,
): Promise<boolean> {
  try {
    return (await providers.ip.lookUp(ip)).isProxy
  } catch (cause) {
    log.warn('ip.not-looked-up', { reason: faultIn(cause) })
    return false
  }
}

type SmsRequest = {
  readonly hasMobileNo: boolean
  readonly mobile?: string | undefined
  readonly dynamicCodeType?: '04' | undefined
  readonly captchaKey?: string | undefined
}

/**
 * Sends a code to a given phone or to the session's own; requires an image code if the risk is
 * raised.
 */
export async function sendSmsCode(
  services: Pick<
    Services,
    'database' | 'vault' | 'limiter' | 'now' | 'providers' | 'log' | 'today'
  >,
  caller: Caller,
  request: SmsRequest,
): Promise<CodeSent> {
  await requireKnownLink(services, caller)
  const message = await messageOf(services, caller, request)
  const history = await requireSendable(services, message)
  // A confirmation goes to the signed-in customer's own phone, like every purpose code.
  const isConfirmation = request.dynamicCodeType !== undefined
  if (!isConfirmation && (await isRiskRaised(services, caller, history))) {
    await requirePassedCaptcha(services, request.captchaKey)
  }
  return sendCode(services, caller, message)
}

/** Sends a code to a phone, with the answer to an image code. */
export async function sendSmsCodeAfterCaptcha(
  services: Pick<
    Services,
    'database' | 'vault' | 'limiter' | 'now' | 'providers' | 'log' | 'imageCode' | 'today'
  >,
  caller: Caller,
  request: {
    readonly mobile: string
    readonly captchaKey: string
    readonly imageCode: string
    readonly proof?: number | undefined
  },
): Promise<CodeSent> {
  await requireKnownLink(services, caller)
  if (!(await isAnswered(services, request))) throw new Refused({ kind: 'captcha-wrong' })
  await requirePassedCaptcha(services, request.captchaKey)

  const message = signInMessageFor(caller, { phone: request.mobile, isVerified: false })
  await requireSendable(services, message)
  return sendCode(services, caller, message)
}

/** Confirmations (type 04) go to the session's own phone only. */
async function messageOf(
  services: Pick<Services, 'database' | 'vault'>,
  caller: Caller,
  { hasMobileNo, mobile, dynamicCodeType }: SmsRequest,
): Promise<CodeMessage> {
  if (dynamicCodeType === undefined && hasMobileNo) {
    if (mobile === undefined) throw new Refused({ kind: 'field-invalid', message: '请输入手机号' })
    return signInMessageFor(caller, { phone: mobile, isVerified: false })
  }
  const { session } = caller
  if (!session) throw new Refused({ kind: 'not-signed-in' })
  const phone = await getPhone(services.database, services, session.customer)
  if (dynamicCodeType === undefined) return signInMessageFor(caller, { phone, isVerified: true })
  return messageFor({ ...caller, session }, { phone, purpose: 'agreement', isVerified: true })
}

async function requirePassedCaptcha(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  key: string | undefined,
): Promise<void> {
  if (key === undefined) throw new Refused({ kind: 'captcha-required' })
  if (!(await spendPassedCaptcha(services, key))) throw new Refused({ kind: 'captcha-wrong' })
}
