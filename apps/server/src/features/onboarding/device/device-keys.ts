import { networkOf, type Caller, type SignedInCaller } from '@qingzhou/platform/caller'
import type { DeviceVendor } from '@qingzhou/providers/device/port'
import { faultIn } from '@qingzhou/platform/provider-fault'
import { requireAllowance } from '@qingzhou/platform/require-allowance'
import type { Services } from '#services.ts'
import { saveSessionDevices, upsertTerminal, type VendorAnswer } from './session-device-store.ts'
import type { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import type { Input } from '@qingzhou/contract/wire/shape'

/** Rate limit: each call sends a metered request to two vendors. */
const PER_NETWORK_AND_MINUTE = 120

/**
 * Requests a device key from both vendors in parallel. A vendor that fails is left out: one key is
 * enough for the app. With a session the answers are stored, so that an application is assessed by
 * them and not by what the phone sends.
 */
export async function deviceKeys(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'now' | 'providers' | 'log'>,
  { session, ip }: Pick<Caller, 'session' | 'ip'>,
  device: { readonly firstDeviceId: string; readonly secondBlackBox: string },
): Promise<{ first?: string | undefined; second?: string | undefined }> {
  await requireAllowance(services, {
    key: `device-keys:network:${networkOf(ip)}`,
    limit: PER_NETWORK_AND_MINUTE,
    windowSeconds: 60,
  })
  const { firstDeviceVendor, secondDeviceVendor } = services.providers
  const [first, second] = await Promise.all([
    answerOf(services, firstDeviceVendor, device.firstDeviceId),
    answerOf(services, secondDeviceVendor, device.secondBlackBox),
  ])
  if (session) {
    await services.database.inTransaction((tx) =>
      saveSessionDevices(tx, services, session, { first, second }),
    )
  }
  return { first: keyIn(first), second: keyIn(second) }
}

function keyIn(answer: VendorAnswer): string | undefined {
  return 'key' in answer ? answer.key : undefined
}

async function answerOf(
  { log }: Pick<Services, 'log'>,
  vendor: DeviceVendor,
  fingerprint: string,
): Promise<VendorAnswer> {
  try {
    return { key: await vendor.keyOf(fingerprint) }
  } catch (cause) {
    log.warn('device.no-key', { reason: faultIn(cause) })
    return { unanswered: fingerprint }
  }
}

/** Stores what the app reports about its device, together with the IP address of the request. */
export async function saveTerminal(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  caller: SignedInCaller,
  terminal: Input<(typeof onboardingShapes)['saveTerminal']>,
): Promise<Record<string, never>> {
  await upsertTerminal(services, {
    customer: caller.session.customer,
    deviceId: caller.deviceId ?? '',
    terminal: { ...terminal, seenIp: caller.ip },
  })
  return {}
}
