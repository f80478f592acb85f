import { useQueryClient } from '@tanstack/react-query'
import { type OpenPlan, type PlanStep, planSteps } from '@qingzhou/contract/restructure'
import { StepProgress } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { billsQuery } from '#features/restructure/queries.ts'
import { go } from '#platform/navigation/navigation.ts'

const { verifyPerson, planContacts, planCard, planFace, signPlan } = routes.restructure

/** Where each step of a plan is done, and what it is called on the way. */
const steps = {
  person: { route: verifyPerson, name: '身份认证' },
  contacts: { route: planContacts, name: '联系人' },
  card: { route: planCard, name: '还款卡' },
  face: { route: planFace, name: '人脸核验' },
  sign: { route: signPlan, name: '确认签约' },
} as const satisfies Record<PlanStep, object>

/** To the page where a plan goes on. */
export async function goToStep({ step }: OpenPlan, options?: { replace: true }): Promise<void> {
  return go(steps[step].route, options)
}

/** Whether a step can't be done yet, because one before it is due. */
export function isTooSoon(at: PlanStep, { step }: OpenPlan): boolean {
  return planSteps.indexOf(at) > planSteps.indexOf(step)
}

/** How far somebody at this step has come. */
function progressAt(at: PlanStep) {
  const index = planSteps.indexOf(at)
  const next = planSteps[index + 1]
  return { step: index + 1, total: planSteps.length, ...(next && { next: steps[next].name }) }
}

/** The name of the step that is due. */
export function stepName({ step }: OpenPlan): string {
  return steps[step].name
}

/** Leads on from one step of a plan to the one that is due. */
export function usePlanSteps() {
  const client = useQueryClient()

  return {
    /** What a save answered is known at once: the next page need not wait to be told. */
    goOnWith: async (openPlan: OpenPlan): Promise<void> => {
      client.setQueryData(billsQuery.queryKey, (known) => known && { ...known, openPlan })
      await goToStep(openPlan)
    },
    /** Where something else than a save has moved the plan on, the server is asked how far it is. */
    goOn: async (options?: { replace: true }): Promise<void> => {
      const { openPlan } = await client.fetchQuery({ ...billsQuery, staleTime: 0 })
      if (openPlan) await goToStep(openPlan, options)
      else await go(routes.restructure.chooseBills, { replace: true })
    },
  }
}

/** How far the signing of a plan has come. */
export function PlanProgress({ at }: { at: PlanStep }) {
  return <StepProgress {...progressAt(at)} />
}
