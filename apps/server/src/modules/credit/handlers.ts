import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '#caller.ts'
import type { Services } from '#services.ts'
import { currentStep } from './current-step.ts'

export function creditHandlers(services: Services): Handlers<Callers>['credit'] {
  return {
    currentStep: (_, caller) => currentStep(services, caller),
  }
}
