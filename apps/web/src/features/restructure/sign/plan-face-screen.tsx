import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OpenPlan } from '@qingzhou/contract/features/restructure'
import { Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { browserKind } from '#platform/browser/browser.ts'
import { backOr, go } from '#platform/navigation/navigation.ts'
import { ChannelOutcome, FaceByChannel } from '#shared/face-check/face-by-channel.tsx'
import { openOtherPhone } from '#shared/face-check/other-phone.ts'
import { FaceCheck } from '#shared/face-check/face-check.tsx'
import { faceSessionInLink } from '#shared/face-check/face-outcome.ts'
import { FaceAttempt } from '#shared/face-check/face-failure.tsx'
import { billsQuery } from '#features/restructure/queries.ts'
import { ignoreRefusal } from '#platform/api/api-error.ts'
import { FaceInReview } from '#shared/face-check/face-in-review.tsx'
import { PlanFaceSuccess, PlanProgress, usePlanSteps } from './plan-steps.tsx'
import { PlanStepGate } from './plan-step-gate.tsx'

const { planFace, planCard, planFacePassed, planFaceFailed } = routes.restructure
const { title } = planFace
const goBack = () => backOr(planCard)
const progress = <PlanProgress at="face" />

/** The face check of the signer: inside the payment app by its own service, which returns here. */
export default function PlanFaceScreen() {
  return (
    <PlanStepGate at="face" title={title}>
      {(plan) => (plan.step === 'face' ? <PlanFace plan={plan} /> : <FaceKnown />)}
    </PlanStepGate>
  )
}

function openFailure(faceSessionNo: string): void {
  void go(planFaceFailed, { query: { faceSessionNo }, replace: true })
}

function PlanFace({ plan: { planNo, isFaceInReview } }: { plan: OpenPlan }) {
  const [told, setTold] = useState(faceSessionInLink)
  const { goOn } = usePlanSteps()
  const client = useQueryClient()

  if (isFaceInReview) {
    return (
      <Screen title={title} onBack={goBack} top={progress}>
        <FaceInReview
          purpose="plan"
          businessNo={planNo}
          onPassed={() => void goOn({ replace: true }).catch(ignoreRefusal)}
          onFailed={openFailure}
        />
      </Screen>
    )
  }

  if (told !== undefined) {
    return (
      <Screen title={title} onBack={goBack} top={progress}>
        <ChannelOutcome
          purpose="plan"
          faceSessionNo={told}
          passed={<PlanFaceSuccess />}
          onRetry={() => setTold(undefined)}
        />
      </Screen>
    )
  }
  const check = {
    title,
    top: progress,
    onBack: goBack,
    purpose: 'plan',
    businessNo: planNo,
  } as const
  if (browserKind() === 'wallet') return <FaceByChannel {...check} />
  return (
    <FaceCheck
      {...check}
      onPassed={() => void go(planFacePassed, { replace: true })}
      onFailed={openFailure}
      onReview={() => void client.invalidateQueries(billsQuery)}
      onElsewhere={() => void openOtherPhone('plan')}
    />
  )
}

function FaceKnown() {
  return (
    <Screen title={title} onBack={goBack} top={progress}>
      <PlanFaceSuccess />
    </Screen>
  )
}

/** The reason of the failure, and a retry. */
export function PlanFaceFailedScreen() {
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

/** Opens only when the plan can be signed, so nothing is requested. */
export function PlanFacePassedScreen() {
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
