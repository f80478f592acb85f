import { currentStep as stepOf } from '@qingzhou/domain/credit/application'
import type { Step } from '@qingzhou/domain/credit/steps'
import type { StepAnswer } from '@qingzhou/contract/credit'
import { pages } from '@qingzhou/contract/pages'
import type { SignedInCaller } from '#platform/caller.ts'
import { applicationSeenBy, type ApplicationRecord } from '#features/applications/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'

/** The page that does a face check, by step. */
const facePages: Partial<Record<Step, string>> = {
  faceByChannel: pages.faceByChannel,
  faceInPage: pages.faceInPage,
  faceForLoan: pages.faceForLoan,
}

/** Where the borrower is. Somebody who has not applied yet begins with their identity card. */
export async function currentStep(services: Services, caller: SignedInCaller): Promise<StepAnswer> {
  const { kept, application } = await applicationSeenBy(services.database, services, caller)
  const step = stepOf(application)
  if (step === 'notGranted' && kept) return notGranted(services, kept)
  // An invited customer's limit is decided already: there is no review to wait for.
  if (step === 'underReview' && application.preApproved) return { step: 'limit' }
  return { step, pageUrl: facePages[step] }
}

/** A refusal is told on every page, until the day from which another application may be made. */
function notGranted(services: Services, kept: ApplicationRecord): StepAnswer {
  const { refusal, retryOn, controlMessage } = kept
  const mayRetry = retryOn !== undefined && retryOn <= services.today()
  if (refusal === 'risk-refused' && !mayRetry) {
    throw new Refused({ kind: 'risk-refused', message: controlMessage ?? '' })
  }
  if (refusal === 'refused' && !mayRetry) throw new Refused({ kind: 'application-refused' })
  return { step: 'notGranted', controlMessage }
}
