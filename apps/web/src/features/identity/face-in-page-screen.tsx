import { routes } from '#app/routes.ts'
import { back, go } from '#platform/navigation/navigation.ts'
import { ApplicationProgress } from '#shared/lending/application-progress.tsx'
import { openOtherPhone } from '#shared/face-check/other-phone.ts'
import { FaceCheck } from '#shared/face-check/face-check.tsx'
import { useFaceMode } from './use-face-mode.ts'

export default function FaceInPageScreen() {
  useFaceMode('page')

  return (
    <FaceCheck
      title={routes.identity.faceInPage.title}
      top={<ApplicationProgress at="faceInPage" />}
      onBack={back}
      purpose="credit"
      onPassed={() => void go(routes.identity.facePassedInPage, { replace: true })}
      onFailed={(faceSessionNo) =>
        void go(routes.identity.faceFailedInPage, { query: { faceSessionNo }, replace: true })
      }
      onElsewhere={() => void openOtherPhone('credit')}
    />
  )
}
