import type { Caller } from '#caller.ts'
import { networkOf } from '#network-of.ts'
import type { DeviceVendor } from '#providers/device/port.ts'
import { faultIn } from '#providers/provider-fault.ts'
import { requireAllowance } from '#require-allowance.ts'
import type { Services } from '#services.ts'

/** Each call asks two vendors, who count what they are asked. */
const PER_NETWORK_AND_MINUTE = 120

/** Asks both vendors at once. One that fails is left out: the app works with a single key too. */
export async function deviceKeys(
  services: Services,
  { ip }: Pick<Caller, 'ip'>,
  device: { readonly firstDeviceId: string; readonly secondBlackBox: string },
): Promise<{ first?: string | undefined; second?: string | undefined }> {
  await requireAllowance(services, {
    key: `device-keys:network:${networkOf(ip)}`,
    limit: PER_NETWORK_AND_MINUTE,
    windowSeconds: 60,
  })
  const { firstDeviceVendor, secondDeviceVendor } = services.providers
  const [first, second] = await Promise.all([
    keyOrNothing(services, firstDeviceVendor, device.firstDeviceId),
    keyOrNothing(services, secondDeviceVendor, device.secondBlackBox),
  ])
  return { first, second }
}

async function keyOrNothing(
  { log }: Services,
  vendor: DeviceVendor,
  fingerprint: string,
): Promise<string | undefined> {
  try {
    return await vendor.keyOf(fingerprint)
  } catch (cause) {
    log.warn('device.no-key', { reason: faultIn(cause) })
    return undefined
  }
}
