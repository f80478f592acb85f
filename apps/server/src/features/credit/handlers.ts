import type { OpenDraw } from '@qingzhou/contract/features/credit'
import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers, SignedInCaller } from '@qingzhou/platform/caller'
import type { Services } from '#services.ts'
import { creditLimit } from './credit-limit.ts'
import { currentStep, progress } from './progress.ts'
import { openOrResume } from './open-or-resume.ts'
import { submit } from './submit.ts'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { TaskHandlers } from '@qingzhou/platform/tasks/task-kinds'
import { decideApplication } from './decide-application.ts'
import { reviewLimits } from './review/review-limits.ts'

/** The draw in progress of a customer; implemented by the feature of draws. */
type OpenDrawOf = (customer: CustomerNo) => Promise<OpenDraw | undefined>

export function creditHandlers(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'today' | 'businessDate'>,
  { openDrawOf }: { readonly openDrawOf: OpenDrawOf },
): Handlers<Callers>['credit'] {
  const openDraw = ({ session }: SignedInCaller) => openDrawOf(session.customer)
  return {
    currentStep: async (_, caller) => {
      const answer = await currentStep(services, caller)
      // A draw is begun with a limit, and goes on while the card is renewed.
      const mayDraw = answer.step === 'limit' || answer.step === 'identity'
      return { ...answer, ...(mayDraw && drawNumber(await openDraw(caller))) }
    },
    progress: async (_, caller) => ({
      ...(await progress(services, caller)),
      ...drawNumber(await openDraw(caller)),
    }),
    open: (input, caller) => openOrResume(services, caller, input),
    submit: (input, caller) => submit(services, caller, input),
    limit: async (_, caller) => {
      const [limit, draw] = await Promise.all([creditLimit(services, caller), openDraw(caller)])
      return { ...limit, openDraw: draw }
    },
  }
}

function drawNumber(draw: OpenDraw | undefined) {
  return draw && { drawNo: draw.drawNo }
}

export function creditTasks(
  services: Pick<
    Services,
    'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'log' | 'today' | 'businessDate'
  >,
): TaskHandlers<'decide-application' | 'review-limits'> {
  return {
    'decide-application': ({ customer, applyNo }) =>
      decideApplication(services, { customer: customerNo(customer), applyNo }),
    'review-limits': ({ date, afterCustomer = '' }) =>
      reviewLimits(services, { date: localDate(date), after: afterCustomer }),
  }
}
