import { SkeletonCards } from '@qingzhou/ui/skeleton'
import { Screen } from '@qingzhou/ui/screen'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation.ts'
import { QueryState } from '#shared/query-state.tsx'
import { CancelDone } from './cancel-done.tsx'
import { ReasonForm } from './reason-form.tsx'
import { useCancellationStep } from './use-cancellation-step.ts'

/** Why; what was said before is there again. */
export default function CancelReasonScreen() {
  const step = useCancellationStep()
  if (step.data?.step === 'done') return <CancelDone keptUntil={step.data.keptUntil} />
  if (step.data) return <ReasonForm said={step.data} />

  return (
    <Screen title={routes['limit-cancellation'].cancelReason.title} onBack={back}>
      <QueryState query={step} skeleton={<SkeletonCards count={1} />}>
        {() => null}
      </QueryState>
    </Screen>
  )
}
