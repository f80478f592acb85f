import { currentStep as stepOf } from '@qingzhou/domain/credit/application'
import type { Step } from '@qingzhou/domain/credit/steps'
import type { StepAnswer } from '@qingzhou/contract/features/credit'
import { pages } from '@qingzhou/contract/pages'
import type { SignedInCaller } from '#platform/caller.ts'
import { applicationForCaller, type ApplicationRecord } from '#features/applications/index.ts'
import { hasFailedByChannel } from '#features/identity/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'

/** The page of each face check step. */
const facePages: Partial<Record<Step, string>> = {
  faceByChannel: pages.faceByChannel,
  faceInPage: pages.faceInPage,
  faceForLoan: pages.faceForLoan,
}

/** The borrower's current step. A customer who has not applied starts at the identity card. */
export async function currentStep(services: Services, caller: SignedInCaller): Promise<StepAnswer> {
  const { customer } = caller.session
  const { kept, application } = await applicationForCaller(services.database, services, caller)
  const step = stepOf(application)
  if (step === 'notGranted' && kept) return notGranted(services, kept)
  // An invited customer's limit is already decided, so there is no review.
  if (step === 'underReview' && application.preApproved) return { step: 'limit' }
  if (step === 'faceByChannel' && (await hasFailedByChannel(services.database, customer))) {
    return { step, pageUrl: pages.faceFailed }
  }
  return { step, pageUrl: facePages[step] }
}

/** A refusal is thrown on every page until the day from which the customer may apply again. */
function notGranted(services: Services, kept: ApplicationRecord): StepAnswer {
  const { refusal, retryOn, controlMessage } = kept
  const mayRetry = retryOn !== undefined && retryOn <= services.today()
  const message = controlMessage ?? ''
  if (refusal === 'risk-refused' && !mayRetry) throw new Refused({ kind: 'risk-refused', message })
  if (refusal === 'refused' && !mayRetry)
    throw new Refused({ kind: 'application-refused', message })
  return { step: 'notGranted', controlMessage }
}
