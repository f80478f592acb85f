import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '@qingzhou/platform/caller'
import { checkPurposeCode } from '#features/onboarding/index.ts'
import type { Services } from '#services.ts'
import { cancel, cancellableLimits } from './cancel.ts'
import { cancellationStep } from './current-step.ts'

export function limitCancellationHandlers(
  services: Pick<
    Services,
    'database' | 'vault' | 'limiter' | 'tasks' | 'now' | 'today' | 'businessDate'
  >,
): Handlers<Callers>['limit-cancellation'] {
  return {
    limits: (_, caller) => cancellableLimits(services, caller),
    currentStep: (input, caller) => cancellationStep(services, caller, input),
    checkSmsCode: ({ dynamicCode }, caller) =>
      checkPurposeCode(services, caller, { purpose: 'cancellation', dynamicCode }),
    cancel: (input, caller) => cancel(services, caller, input),
  }
}
