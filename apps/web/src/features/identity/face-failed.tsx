import type { Route } from '#app/routes.ts'
import { Button } from '@qingzhou/ui/button'
import { RefusedDrawing } from '@qingzhou/ui/illustrations'
import { Result } from '@qingzhou/ui/result'
import { Screen } from '@qingzhou/ui/screen'
import { SkeletonLines } from '@qingzhou/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { back, go } from '#platform/navigation.ts'
import { ApplicationProgress } from '#shared/application-progress.tsx'
import { QueryState } from '#shared/query-state.tsx'
import { FaceFailure } from './face-failure.tsx'
import { faceOutcomeQuery, faceSessionInLink } from './face-outcome.ts'
import type { FaceOutcome } from './face-outcome.ts'

/** A failed check of the credit application; `again` is where the next one happens. */
export function FaceFailed({
  route,
  step,
  again,
}: {
  route: Route
  step: 'faceByChannel' | 'faceInPage'
  again: Route
}) {
  const outcome = useQuery(faceOutcomeQuery(faceSessionInLink(), 'credit'))
  const retry = async () => go(again, { replace: true })

  return (
    <Screen title={route.title} onBack={back} top={<ApplicationProgress at={step} />}>
      <QueryState query={outcome} skeleton={<SkeletonLines count={4} />}>
        {(told) => <Told outcome={told} onRetry={retry} />}
      </QueryState>
    </Screen>
  )
}

/** A page that was kept open may be older than what has happened since. */
function Told({ outcome, onRetry }: { outcome: FaceOutcome; onRetry: () => Promise<void> }) {
  if (outcome.outcome === 'failed') {
    return <FaceFailure failed={outcome} onRetry={() => void onRetry()} />
  }
  return (
    <Result
      drawing={<RefusedDrawing />}
      title="核验还没有完成"
      sentence="请重新开始核验，约需 20 秒"
      actions={<Button onPress={onRetry}>开始核验</Button>}
    />
  )
}
