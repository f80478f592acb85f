import type { onboardingShapes } from '@qingzhou/contract/onboarding'
import type { Input } from '@qingzhou/contract/shape'
import type { SignedInCaller } from '#platform/caller.ts'
import type { Services } from '#platform/services.ts'
import { saveTerminalOf } from './session-device-store.ts'

/** Keeps what the app says of its phone, beside the address we see ourselves. */
export async function saveTerminal(
  services: Services,
  caller: SignedInCaller,
  terminal: Input<(typeof onboardingShapes)['saveTerminal']>,
): Promise<Record<string, never>> {
  await saveTerminalOf(services, {
    customer: caller.session.customer,
    deviceId: caller.deviceId ?? '',
    terminal: { ...terminal, seenIp: caller.ip },
  })
  return {}
}
