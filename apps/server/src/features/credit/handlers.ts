import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '#platform/caller.ts'
import type { Services } from '#platform/services.ts'
import { creditLimit } from './credit-limit.ts'
import { currentStep, progress } from './progress.ts'
import { openOrResume } from './open-or-resume.ts'
import { submit } from './submit.ts'

export function creditHandlers(services: Services): Handlers<Callers>['credit'] {
  return {
    currentStep: (_, caller) => currentStep(services, caller),
    progress: (_, caller) => progress(services, caller),
    open: (input, caller) => openOrResume(services, caller, input),
    submit: (input, caller) => submit(services, caller, input),
    limit: (_, caller) => creditLimit(services, caller),
  }
}
