import { currentStep as stepOf, formsOf } from '@qingzhou/domain/credit/application'
import type { Step } from '@qingzhou/domain/credit/steps'
import type { StepAnswer, ReviewStage } from '@qingzhou/contract/features/credit'
import { pages } from '@qingzhou/contract/pages'
import type { SignedInCaller } from '#platform/caller.ts'
import { applicationForCaller, type ApplicationRecord } from '#features/applications/index.ts'
import { hasFailedFace } from '#features/identity/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import type { CustomerNo } from '#platform/ids.ts'
import { findReportTimes } from './invitation-store.ts'

/** The page of each face check step. */
const facePages: Partial<Record<Step, string>> = {
  faceByChannel: pages.faceByChannel,
  faceInPage: pages.faceInPage,
}

/** The borrower's current step. A customer who has not applied starts at the identity card. */
export async function currentStep(services: Services, caller: SignedInCaller): Promise<StepAnswer> {
  const { customer } = caller.session
  const { database } = services
  const { record, application } = await applicationForCaller(database, services, caller)
  const step = stepOf(application)
  if (step === 'notGranted' && record) return notGranted(services, record)
  // An invited customer's limit is already decided, so there is no review.
  if (step === 'underReview' && application.preApproved) return { step: 'limit' }
  const pageUrl = facePages[step]
  if (pageUrl === undefined) return { step }
  const face = { customer, purpose: 'credit', businessNo: '' } as const
  const hasFailed = await hasFailedFace(database, services, face)
  return { step, pageUrl: hasFailed ? pages.faceFailed : pageUrl }
}

/** A refusal is thrown on every page until the day from which the customer may apply again. */
function notGranted(services: Services, record: ApplicationRecord): StepAnswer {
  const { refusal, retryOn, controlMessage } = record
  const mayRetry = retryOn !== undefined && retryOn <= services.today()
  const message = controlMessage ?? ''
  if (refusal === 'risk-refused' && !mayRetry) throw new Refused({ kind: 'risk-refused', message })
  if (refusal === 'refused' && !mayRetry)
    throw new Refused({ kind: 'application-refused', message })
  return { step: 'notGranted', controlMessage }
}

type Progress = { readonly step: Step; readonly state: 'done' | 'now' | 'todo' }

/** The steps of an application with the state of each, and the stages of a running review. */
export async function progress(
  services: Services,
  caller: SignedInCaller,
): Promise<{ steps: Progress[]; review?: ReviewStage[] }> {
  const { record, application } = await applicationForCaller(services.database, services, caller)
  const forms = formsOf(application.channel)
  const now = stepOf(application)
  const reached = forms.indexOf(application.step)
  const isDone = (at: number) => reached < 0 || at < reached
  const steps = forms.map((step, at): Progress => ({
    step,
    state: step === now ? 'now' : isDone(at) ? 'done' : 'todo',
  }))
  if (!record || now !== 'underReview' || application.preApproved) return { steps }
  return { steps, review: await reviewOf(services, caller.session.customer, record) }
}

/** The decision follows at once when the bureau's report is there, unless a provider is down. */
async function reviewOf(
  { database }: Services,
  customer: CustomerNo,
  { applyNo, submittedAt, openedAt }: ApplicationRecord,
): Promise<ReviewStage[]> {
  const { orderedAt, reportedAt } = await findReportTimes(database, { customer, applyNo })
  const submitted = submittedAt ?? openedAt
  const hasReport = reportedAt !== undefined
  return [
    { stage: 'submission', state: 'done', since: submitted.getTime() },
    {
      stage: 'bureauReport',
      state: hasReport ? 'done' : 'now',
      since: (reportedAt ?? orderedAt ?? submitted).getTime(),
    },
    hasReport
      ? { stage: 'assessment', state: 'now', since: reportedAt.getTime() }
      : { stage: 'assessment', state: 'todo' },
  ]
}
