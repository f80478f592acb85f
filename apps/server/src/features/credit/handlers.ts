import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '#platform/caller.ts'
import type { Services } from '#platform/services.ts'
import { creditLimit } from './credit-limit.ts'
import { currentStep, progress } from './progress.ts'
import { openOrResume } from './open-or-resume.ts'
import { submit } from './submit.ts'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { customerNo } from '#platform/ids.ts'
import type { TaskHandlers } from '#platform/tasks/task-kinds.ts'
import { decideApplication } from './decide-application.ts'
import { reviewLimits } from './review/review-limits.ts'

export function creditHandlers(services: Services): Handlers<Callers>['credit'] {
  return {
    currentStep: (_, caller) => currentStep(services, caller),
    progress: (_, caller) => progress(services, caller),
    open: (input, caller) => openOrResume(services, caller, input),
    submit: (input, caller) => submit(services, caller, input),
    limit: (_, caller) => creditLimit(services, caller),
  }
}

export function creditTasks(
  services: Services,
): TaskHandlers<'decide-application' | 'review-limits'> {
  return {
    'decide-application': ({ customer, applyNo }) =>
      decideApplication(services, { customer: customerNo(customer), applyNo }),
    'review-limits': ({ date, afterCustomer = '' }) =>
      reviewLimits(services, { date: localDate(date), after: afterCustomer }),
  }
}
