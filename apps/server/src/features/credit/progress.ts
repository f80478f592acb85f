import { currentStep, formsOf } from '@qingzhou/domain/credit/application'
import type { Step } from '@qingzhou/domain/credit/steps'
import type { SignedInCaller } from '#platform/caller.ts'
import { applicationForCaller } from '#features/applications/index.ts'
import type { Services } from '#platform/services.ts'

type Progress = { readonly step: Step; readonly state: 'done' | 'now' | 'todo' }

/** The steps of an application, and the state of each. */
export async function progress(
  services: Services,
  caller: SignedInCaller,
): Promise<{ steps: Progress[] }> {
  const { application } = await applicationForCaller(services.database, services, caller)
  const forms = formsOf(application.channel)
  const now = currentStep(application)
  const reached = forms.indexOf(application.step)
  const isDone = (at: number) => reached < 0 || at < reached
  return {
    steps: forms.map((step, at) => ({
      step,
      state: step === now ? 'now' : isDone(at) ? 'done' : 'todo',
    })),
  }
}
