import { useQueryClient } from '@tanstack/react-query'
import { type OpenPlan, type PlanStep, planSteps } from '@qingzhou/contract/features/restructure'
import { StepProgress, Result } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { billsQuery } from '#features/restructure/queries.ts'
import { go } from '#platform/navigation/navigation.ts'
import { Button } from '@qingzhou/ui/inputs'
import { GrantedDrawing } from '@qingzhou/ui/graphics'
import { ignoreRefusal } from '#platform/api/api-error.ts'

const { verifyPerson, planContacts, planCard, planFace, signPlan } = routes.restructure

/** The page and the name of each step. */
const steps = {
  person: { route: verifyPerson, name: '身份认证' },
  contacts: { route: planContacts, name: '联系人' },
  card: { route: planCard, name: '还款卡' },
  face: { route: planFace, name: '人脸核验' },
  sign: { route: signPlan, name: '确认签约' },
} as const satisfies Record<PlanStep, object>

/** Opens the page of the plan's current step. */
export async function goToStep({ step }: OpenPlan, options?: { replace: true }): Promise<void> {
  return go(steps[step].route, options)
}

/** Whether an earlier step is still due. */
export function isTooSoon(at: PlanStep, { step }: OpenPlan): boolean {
  return planSteps.indexOf(at) > planSteps.indexOf(step)
}

/** The progress at a step. */
function progressAt(at: PlanStep) {
  const index = planSteps.indexOf(at)
  const next = planSteps[index + 1]
  return { step: index + 1, total: planSteps.length, ...(next && { next: steps[next].name }) }
}

/** The name of the current step. */
export function stepName({ step }: OpenPlan): string {
  return steps[step].name
}

/** Opens the next step of a plan. */
export function usePlanSteps() {
  const client = useQueryClient()

  return {
    /** The answer of a save updates the cache, so that the next page need not load. */
    goOnWith: async (openPlan: OpenPlan): Promise<void> => {
      client.setQueryData(billsQuery.queryKey, (known) => known && { ...known, openPlan })
      await goToStep(openPlan)
    },
    /** After other changes the server is asked for the current step. */
    goOn: async (options?: { replace: true }): Promise<void> => {
      const { openPlan } = await client.fetchQuery({ ...billsQuery, staleTime: 0 })
      if (openPlan) await goToStep(openPlan, options)
      else await go(routes.restructure.chooseBills, { replace: true })
    },
  }
}

/** The progress of the signing. */
export function PlanProgress({ at }: { at: PlanStep }) {
  return <StepProgress {...progressAt(at)} />
}

/** Passed: the plan can be read and signed. */
export function PlanFaceSuccess() {
  const { goOn } = usePlanSteps()
  return (
    <Result
      drawing={<GrantedDrawing />}
      title="核验通过"
      sentence="已确认是您本人。请在 30 分钟内看清方案并签约"
      actions={
        <Button onPress={async () => goOn({ replace: true }).catch(ignoreRefusal)}>
          查看方案并签约
        </Button>
      }
    />
  )
}
