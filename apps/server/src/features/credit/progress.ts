import type { ReviewStage } from '@qingzhou/contract/features/credit'
import { currentStep, formsOf } from '@qingzhou/domain/credit/application'
import type { Step } from '@qingzhou/domain/credit/steps'
import type { SignedInCaller } from '#platform/caller.ts'
import { applicationForCaller, type ApplicationRecord } from '#features/applications/index.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Services } from '#platform/services.ts'
import { findReportTimes } from './invitation-store.ts'

type Progress = { readonly step: Step; readonly state: 'done' | 'now' | 'todo' }

/** The steps of an application with the state of each, and the stages of a running review. */
export async function progress(
  services: Services,
  caller: SignedInCaller,
): Promise<{ steps: Progress[]; review?: ReviewStage[] }> {
  const { kept, application } = await applicationForCaller(services.database, services, caller)
  const forms = formsOf(application.channel)
  const now = currentStep(application)
  const reached = forms.indexOf(application.step)
  const isDone = (at: number) => reached < 0 || at < reached
  const steps = forms.map((step, at): Progress => ({
    step,
    state: step === now ? 'now' : isDone(at) ? 'done' : 'todo',
  }))
  if (!kept || now !== 'underReview' || application.preApproved) return { steps }
  return { steps, review: await reviewOf(services, caller.session.customer, kept) }
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
