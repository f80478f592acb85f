import type { OpenPlan } from '@qingzhou/contract/features/restructure'
import { Button } from '@qingzhou/ui/inputs'
import { GrantedDrawing } from '@qingzhou/ui/graphics'
import { Result } from '@qingzhou/ui/feedback'
import { Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { back, backOr } from '#platform/navigation/navigation.ts'
import { PersonFields, usePersonMatch } from '#shared/identity/person-match.tsx'
import { goToStep, PlanProgress, usePlanSteps } from './plan-steps.tsx'
import { PlanStepGate } from './plan-step-gate.tsx'

const { title } = routes.restructure.verifyPerson

/** Verifies name and number of the borrower. */
export default function VerifyPersonScreen() {
  return (
    <PlanStepGate at="person" title={title}>
      {(plan) =>
        plan.step === 'person' ? <PersonForm planNo={plan.planNo} /> : <PersonKnown plan={plan} />
      }
    </PlanStepGate>
  )
}

/** A finished step was opened again. */
function PersonKnown({ plan }: { plan: OpenPlan }) {
  return (
    <Screen title={title} onBack={back} top={<PlanProgress at="person" />}>
      <Result
        drawing={<GrantedDrawing />}
        title="身份已认证"
        sentence="无需重新填写，可以接着办理"
        actions={<Button onPress={async () => goToStep(plan)}>继续签约</Button>}
      />
    </Screen>
  )
}

/** The form of the signer. */
function PersonForm({ planNo }: { planNo: string }) {
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
