import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '@qingzhou/platform/caller'
import type { Services } from '#services.ts'
import { submitLoanUse, uploadByBorrower } from './submit-evidence.ts'
import { listOwnEvidence } from './evidence-view.ts'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import type { TaskHandlers } from '@qingzhou/platform/tasks/task-kinds'
import { runEvidenceDay } from './evidence-lists.ts'

export function evidenceHandlers(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'files' | 'now' | 'businessDate'>,
): Handlers<Callers>['evidence'] {
  return {
    list: (input, caller) => listOwnEvidence(services, caller, input),
    upload: (input, caller) => uploadByBorrower(services, caller, input, 'loanUse'),
    submit: (input, caller) => submitLoanUse(services, caller, input),
  }
}

export function evidenceTasks(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now'>,
): TaskHandlers<'evidence-day'> {
  return { 'evidence-day': ({ date }) => runEvidenceDay(services, localDate(date)) }
}
