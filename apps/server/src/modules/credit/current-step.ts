import {
  advance,
  currentStep as stepOf,
  type Application,
} from '@qingzhou/domain/credit/application'
import type { Step } from '@qingzhou/domain/credit/steps'
import type { StepAnswer } from '@qingzhou/contract/credit'
import { pages } from '@qingzhou/contract/pages'
import type { SignedInCaller } from '#caller.ts'
import { isIdCardExpired } from '#modules/identity/index.ts'
import { Refused } from '#refused.ts'
import type { Services } from '#services.ts'
import { findApplication } from './application-store.ts'

/** The payment app has its own face check; everybody else uses ours. */
const PAYMENT_APP_CHANNEL = '000000000003'

/** The page that does a face check, by step. */
const facePages: Partial<Record<Step, string>> = {
  faceByChannel: pages.faceByChannel,
  faceInPage: pages.faceInPage,
  faceForLoan: pages.faceForLoan,
}

/** Where the borrower is. Somebody who has not applied yet begins with their identity card. */
export async function currentStep(services: Services, caller: SignedInCaller): Promise<StepAnswer> {
  const { customer } = caller.session
  const stored = await findApplication(services.database, customer)
  if (!stored) return answer('identity')

  const step = stepFor(stored.application, {
    channel: caller.channel === PAYMENT_APP_CHANNEL ? 'payment-app' : 'browser',
    isExpired: await isIdCardExpired(services, customer),
  })
  return answer(step, step === 'notGranted' ? stored.controlMessage : undefined)
}

function stepFor(
  application: Application,
  now: { channel: Application['channel']; isExpired: boolean },
): Step {
  const signedIn = after(application, { type: 'signed-in' })
  const opened = after(signedIn, { type: 'opened-in', channel: now.channel })
  const step = stepOf(now.isExpired ? after(opened, { type: 'identity-expired' }) : opened)
  // An invited customer's limit is decided already: there is no review to wait for.
  return step === 'underReview' && application.preApproved ? 'limit' : step
}

function after(application: Application, event: Parameters<typeof advance>[1]): Application {
  const outcome = advance(application, event)
  if (!outcome.ok) throw new Refused(outcome.refusal)
  return outcome.value
}

function answer(step: Step, controlMessage?: string): StepAnswer {
  return { step, pageUrl: facePages[step], controlMessage }
}
