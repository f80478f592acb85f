import { networkOf, type Caller, type SignedInCaller } from '@qingzhou/platform/caller'
import type { DeviceVendor } from '@qingzhou/providers/device/port'
import { faultIn, ProviderRefused } from '@qingzhou/platform/provider-fault'
import { Refused } from '@qingzhou/platform/refused'
import { requireAllowance } from '@qingzhou/platform/require-allowance'
import { isDeviceOfSession } from '#features/sessions/index.ts'
import type { Services } from '#services.ts'
import {
  bindSessionDevices,
  keyIn,
  upsertTerminal,
  type VendorAnswer,
} from './session-device-store.ts'
import type { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import type { Input } from '@qingzhou/contract/wire/shape'

/** Rate limit: each call sends a metered request to two vendors. */
const PER_NETWORK_AND_MINUTE = 120

/**
 * Requests a device key from both vendors in parallel. A vendor that fails is left out: one key is
 * enough for the app. A session is bound to the answers, if it was opened on this device.
 */
export async function deviceKeys(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'now' | 'providers' | 'log'>,
  { session, ip, deviceId }: Pick<Caller, 'session' | 'ip' | 'deviceId'>,
  device: { readonly firstDeviceId: string; readonly secondBlackBox: string },
): Promise<{ first?: string | undefined; second?: string | undefined }> {
  await requireAllowance(services, {
    key: `device-keys:network:${networkOf(ip)}`,
    limit: PER_NETWORK_AND_MINUTE,
    windowSeconds: 60,
  })
  if (session && !(await isDeviceOfSession(services.database, services, { session, deviceId }))) {
    throw new Refused({ kind: 'device-unconfirmed' })
  }
  const { firstDeviceVendor, secondDeviceVendor } = services.providers
  const [first, second] = await Promise.all([
    answerOf(services, firstDeviceVendor, device.firstDeviceId),
    answerOf(services, secondDeviceVendor, device.secondBlackBox),
  ])
  if (session) {
    await services.database.inTransaction((tx) =>
      bindSessionDevices(tx, services, session, { first, second }),
    )
  }
  return { first: keyIn(first), second: keyIn(second) }
}

async function answerOf(
  { log }: Pick<Services, 'log'>,
  vendor: DeviceVendor,
  fingerprint: string,
): Promise<VendorAnswer | undefined> {
  try {
    return { key: await vendor.keyOf(fingerprint) }
  } catch (cause) {
    log.warn('device.no-key', { reason: faultIn(cause) })
    // What the vendor refuses is no fingerprint: the phone has withheld its own.
    return cause instanceof ProviderRefused ? undefined : { unanswered: fingerprint }
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
