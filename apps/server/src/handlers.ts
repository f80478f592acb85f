import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from './caller.ts'
import { creditHandlers } from './modules/credit/index.ts'
import { identityHandlers } from './modules/identity/index.ts'
import { onboardingHandlers } from './modules/onboarding/index.ts'
import { referenceHandlers } from './modules/reference/index.ts'
import { systemHandlers } from './modules/system/index.ts'
import type { Services } from './services.ts'

/** Every call the world may make, and who answers it. */
export function handlersOf(services: Services): Handlers<Callers> {
  return {
    onboarding: onboardingHandlers(services),
    identity: identityHandlers(services),
    credit: creditHandlers(services),
    reference: referenceHandlers(),
    system: systemHandlers(services),
  }
}
