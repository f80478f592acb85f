import type { OpenPlan } from '@qingzhou/contract/restructure'
import { Button } from '@qingzhou/ui/button'
import { GrantedDrawing } from '@qingzhou/ui/illustrations'
import { Result } from '@qingzhou/ui/result'
import { Screen } from '@qingzhou/ui/screen'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation.ts'
import { PersonForm } from './person-form.tsx'
import { PlanProgress } from './plan-progress.tsx'
import { PlanStepGate } from './plan-step-gate.tsx'
import { goToStep } from './plan-steps.ts'

const { title } = routes.restructure.verifyPerson

/** Name and number of the borrower, against what is on file. */
export default function VerifyPersonScreen() {
  return (
    <PlanStepGate at="person" title={title}>
      {(plan) =>
        plan.step === 'person' ? <PersonForm planNo={plan.planNo} /> : <PersonKnown plan={plan} />
      }
    </PlanStepGate>
  )
}

/** Somebody came back to a step that is done. */
function PersonKnown({ plan }: { plan: OpenPlan }) {
  return (
    <Screen title={title} onBack={back} top={<PlanProgress at="person" />}>
      <Result
        drawing={<GrantedDrawing />}
        title="身份已认证"
        sentence="不用重新填写，可以接着办理"
        actions={<Button onPress={async () => goToStep(plan)}>继续签约</Button>}
      />
    </Screen>
  )
}
