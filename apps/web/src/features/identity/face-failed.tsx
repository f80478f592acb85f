import type { Route } from '#app/routes.ts'
import { Screen } from '@qingzhou/ui/layout'
import { back, go } from '#platform/navigation/navigation.ts'
import { ApplicationProgress } from '#shared/lending/application-progress.tsx'
import { FaceAttempt } from '#shared/face-check/face-failure.tsx'

/** A failed check of the credit application; `again` is the route of the next attempt. */
export function FaceFailed({
  route,
  step,
  again,
}: {
  route: Route
  step: 'faceByChannel' | 'faceInPage'
  again: Route
}) {
  return (
    <Screen title={route.title} onBack={back} top={<ApplicationProgress at={step} />}>
      <FaceAttempt purpose="credit" onRetry={async () => go(again, { replace: true })} />
    </Screen>
  )
}
