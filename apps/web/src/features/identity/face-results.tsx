import { Button } from '@qingzhou/ui/inputs'
import { GrantedDrawing } from '@qingzhou/ui/graphics'
import { Result } from '@qingzhou/ui/feedback'
import { enterApp } from '#platform/session/session.ts'
import type { Route } from '#app/routes.ts'
import { Screen } from '@qingzhou/ui/layout'
import { back, go } from '#platform/navigation/navigation.ts'
import { ApplicationProgress } from '#shared/lending/application-progress.tsx'
import { FaceAttempt } from '#shared/face-check/face-failure.tsx'

/** Passed: the server names the next step. */
export function FaceSuccess() {
  return (
    <Result
      drawing={<GrantedDrawing />}
      title="核验通过"
      sentence="已确认是您本人。接下来添加一张您名下的储蓄卡，用于收款和还款"
      actions={<Button onPress={enterApp}>继续申请</Button>}
    />
  )
}

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
