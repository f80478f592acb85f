import { Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { backOr, go } from '#platform/navigation/navigation.ts'
import { FaceAttempt } from '#shared/face-check/face-failure.tsx'
import { PlanFaceSuccess, PlanProgress } from './plan-steps.tsx'
import { PlanStepGate } from './plan-step-gate.tsx'

const { planFace, planFaceFailed, planCard } = routes.restructure

/** The reason of the failure, and a retry. */
export default function PlanFaceFailedScreen() {
  return (
    <PlanStepGate at="face" title={planFaceFailed.title}>
      {({ step }) => (
        <Screen
          title={planFaceFailed.title}
          onBack={() => backOr(planCard)}
          top={<PlanProgress at="face" />}
        >
          {step === 'face' ? (
            <FaceAttempt purpose="plan" onRetry={async () => go(planFace, { replace: true })} />
          ) : (
            <PlanFaceSuccess />
          )}
        </Screen>
      )}
    </PlanStepGate>
  )
}
