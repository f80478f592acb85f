import { Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { backOr } from '#platform/navigation/navigation.ts'
import { PlanFaceSuccess, PlanProgress } from './plan-steps.tsx'
import { PlanStepGate } from './plan-step-gate.tsx'

const { planFacePassed, planCard } = routes.restructure

/** Opens only when the plan can be signed, so nothing is requested. */
export default function PlanFacePassedScreen() {
  return (
    <PlanStepGate at="sign" title={planFacePassed.title}>
      {() => (
        <Screen
          title={planFacePassed.title}
          onBack={() => backOr(planCard)}
          top={<PlanProgress at="face" />}
        >
          <PlanFaceSuccess />
        </Screen>
      )}
    </PlanStepGate>
  )
}
