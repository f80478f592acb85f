import { Button } from '@qingzhou/ui/button'
import { Screen } from '@qingzhou/ui/screen'
import { routes } from '#app/routes.ts'
import { backOr } from '#platform/navigation.ts'
import { PersonFields, usePersonMatch } from '#shared/person-match.tsx'
import { PlanProgress } from './plan-progress.tsx'
import { usePlanSteps } from './use-plan-steps.ts'

/** Who signs. */
export function PersonForm({ planNo }: { planNo: string }) {
  const { goOn } = usePlanSteps()
  const match = usePersonMatch({ purpose: 'plan', businessNo: planNo, onMatch: goOn })

  return (
    <Screen
      title={routes.restructure.verifyPerson.title}
      onBack={() => backOr(routes.restructure.choosePlan)}
      top={<PlanProgress at="person" />}
      onSubmit={match.submit}
      footer={
        <Button type="submit" busyLabel="正在核对">
          确认是本人，下一步
        </Button>
      }
    >
      <PersonFields match={match} />
      <p className="caption ink-3">只用于确认签约的是您本人，不会重新查询征信</p>
    </Screen>
  )
}
