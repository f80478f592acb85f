import { Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { ApplicationProgress } from '#shared/lending/application-progress.tsx'
import { FaceSuccess } from './face-results.tsx'

/** Opens only after the step has moved on, so nothing is requested. */
export default function FacePassedInPageScreen() {
  return (
    <Screen
      title={routes.identity.facePassedInPage.title}
      top={<ApplicationProgress at="faceInPage" />}
    >
      <FaceSuccess />
    </Screen>
  )
}
