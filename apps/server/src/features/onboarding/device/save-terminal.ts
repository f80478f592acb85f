import type { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import type { Input } from '@qingzhou/contract/wire/shape'
import type { SignedInCaller } from '#platform/caller.ts'
import type { Services } from '#platform/services.ts'
import { upsertTerminal } from './session-device-store.ts'

/** Stores what the app reports about its device, together with the IP address of the request. */
export async function saveTerminal(
  services: Services,
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
