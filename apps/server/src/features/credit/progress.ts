import { currentStep as stepOf, formsOf } from '@qingzhou/domain/credit/application'
import type { Step } from '@qingzhou/domain/credit/steps'
import type { StepAnswer, ReviewStage } from '@qingzhou/contract/features/credit'
import { pages } from '@qingzhou/contract/pages'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import {
  applicationForCaller,
  channelOf,
  type ApplicationRecord,
} from '#features/applications/index.ts'
import { requireUnblocked } from '#features/blocks/index.ts'
import { hasFailedFace, isFaceInReview } from '#features/identity/index.ts'
import { businessMoments } from '@qingzhou/lending/ledger/index'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { decisionDay } from './decision-day.ts'
import { findReportTimes } from './invitation-store.ts'
import { findReferral } from './referral/referral-store.ts'

type Deps = Pick<Services, 'database' | 'today'>

/** The page of each face check step. */
const facePages: Partial<Record<Step, string>> = {
  faceByChannel: pages.faceByChannel,
  faceInPage: pages.faceInPage,
}

/** The borrower's current step. A customer who has not applied starts at the identity card. */
export async function currentStep(
  services: Pick<Services, 'database' | 'today' | 'businessDate'>,
  caller: SignedInCaller,
): Promise<StepAnswer> {
  const { customer } = caller.session
  const { database } = services
  if (caller.session.awaitsFace) return faceForAccess(services, caller)
  const { record, application } = await applicationForCaller(database, services, caller)
  const step = stepOf(application)
  // An account with a limit shows there that borrowing has stopped.
  if (step !== 'limit' && !application.identityExpired) await requireUnblocked(database, customer)
  if (step === 'notGranted' && record) return notGranted(services, record)
  // An invited customer's limit is already decided, so there is no review.
  if (step === 'underReview' && application.preApproved) return { step: 'limit' }
  const pageUrl = facePages[step]
  if (pageUrl === undefined) return { step }
  return { step, pageUrl: await facePage(services, { customer, purpose: 'credit', pageUrl }) }
}

/** A customer whose phone was stolen is seen before the account opens again. */
async function faceForAccess(services: Deps, caller: SignedInCaller): Promise<StepAnswer> {
  const step = channelOf(caller) === 'payment-app' ? 'faceByChannel' : 'faceInPage'
  const { customer } = caller.session
  const pageUrl = facePages[step] ?? ''
  return { step, pageUrl: await facePage(services, { customer, purpose: 'access', pageUrl }) }
}

/** A check that waits for a person, or has failed, has a page of its own. */
async function facePage(
  services: Deps,
  {
    customer,
    purpose,
    pageUrl,
  }: {
    readonly customer: CustomerNo
    readonly purpose: 'credit' | 'access'
    readonly pageUrl: string
  },
): Promise<string> {
  const face = { customer, purpose, businessNo: '' } as const
  if (await isFaceInReview(services.database, face)) return pages.faceInReview
  return (await hasFailedFace(services.database, services, face)) ? pages.faceFailed : pageUrl
}

/** A refusal is thrown on every page until the day from which the customer may apply again. */
async function notGranted(
  services: Pick<Services, 'today' | 'businessDate'>,
  record: ApplicationRecord,
): Promise<StepAnswer> {
  const { refusal, retryOn, controlMessage } = record
  const mayRetry = retryOn !== undefined && retryOn <= (await decisionDay(services))
  const message = controlMessage ?? ''
  if (refusal === 'risk-refused' && !mayRetry) throw new Refused({ kind: 'risk-refused', message })
  if (refusal === 'refused' && !mayRetry)
    throw new Refused({ kind: 'application-refused', message })
  return { step: 'notGranted', controlMessage }
}

type Progress = { readonly step: Step; readonly state: 'done' | 'now' | 'todo' }

/** The steps of an application with the state of each, and the stages of a running review. */
export async function progress(
  services: Deps & Pick<Services, 'providers'>,
  caller: SignedInCaller,
): Promise<{ steps: Progress[]; review?: ReviewStage[] }> {
  // A face check that returns the access is no part of an application.
  if (caller.session.awaitsFace) return { steps: [] }
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

/**
 * The decision follows at once when the bureau's report is there, unless a provider is down. A
 * lender that asks no bureau has no such stage.
 */
async function reviewOf(
  { database, providers }: Pick<Services, 'database' | 'providers'>,
  customer: CustomerNo,
  { applyNo, submittedAt, openedAt }: ApplicationRecord,
): Promise<ReviewStage[]> {
  const { orderedAt, reportedAt } = await findReportTimes(database, { customer, applyNo })
  const submitted = submittedAt ?? openedAt
  const asksBureau = providers.bureau !== undefined
  const hasReport = !asksBureau || reportedAt !== undefined
  const referral = await findReferral(database, applyNo)
  const moments = await businessMoments(database, [
    submitted,
    reportedAt ?? orderedAt ?? submitted,
    referral?.referredAt ?? submitted,
    referral?.decideBy ?? submitted,
  ])
  const [submission = 0, report = 0, referred = 0, decideBy = 0] = moments.map((moment) =>
    moment.getTime(),
  )
  return [
    { stage: 'submission', state: 'done', since: submission },
    ...(asksBureau
      ? [{ stage: 'bureauReport', state: hasReport ? 'done' : 'now', since: report } as const]
      : []),
    ...assessmentOf({ hasReport, report, referred: referral && referred, decideBy }),
  ]
}

/** The rules decide, or leave it to a person for some days. */
function assessmentOf({
  hasReport,
  report,
  referred,
  decideBy,
}: {
  readonly hasReport: boolean
  readonly report: number
  readonly referred: number | undefined
  readonly decideBy: number
}): ReviewStage[] {
  if (!hasReport) return [{ stage: 'assessment', state: 'todo' }]
  if (referred === undefined) return [{ stage: 'assessment', state: 'now', since: report }]
  return [
    { stage: 'assessment', state: 'done', since: referred },
    { stage: 'person', state: 'now', since: referred, until: decideBy },
  ]
}
