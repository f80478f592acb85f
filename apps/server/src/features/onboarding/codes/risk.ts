import type { Caller } from '#platform/caller.ts'
import { minutesAfter } from '#platform/clock.ts'
import { networkOf } from '#platform/network-of.ts'
import { faultIn } from '#providers/provider-fault.ts'
import type { Services } from '#platform/services.ts'
import { signInFigures } from '#platform/config/sign-in-figures.ts'
import type { SendHistory } from './sms-quota-store.ts'

const { calmMinutes, withoutCaptchaPerHour } = signInFigures.sms

/** Whether a message is asked for in a way that a machine might ask for it. */
export async function isRiskRaised(
  services: Services,
  caller: Caller,
  history: SendHistory,
): Promise<boolean> {
  const { lastSentAt } = history
  if (lastSentAt && minutesAfter(lastSentAt, calmMinutes) > services.now()) return true
  if (await isBusy(services, caller)) return true
  return isBehindProxy(services, caller)
}

async function isBusy({ limiter }: Services, { ip, deviceId }: Caller): Promise<boolean> {
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

/** The look-up only adds a hint: without it, the other signs decide. */
async function isBehindProxy({ providers, log }: Services, { ip }: Caller): Promise<boolean> {
  try {
    return (await providers.ip.lookUp(ip)).isProxy
  } catch (cause) {
    log.warn('ip.not-looked-up', { reason: faultIn(cause) })
    return false
  }
}
