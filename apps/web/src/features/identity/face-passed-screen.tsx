import { Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { go } from '#platform/navigation/navigation.ts'
import { ApplicationProgress } from '#shared/lending/application-progress.tsx'
import { ChannelOutcome } from '#shared/face-check/face-by-channel.tsx'
import { faceSessionInLink } from '#shared/face-check/face-outcome.ts'
import { FaceSuccess } from './face-success.tsx'

export default function FacePassedScreen() {
  const faceSessionNo = faceSessionInLink()

  return (
    <Screen
      title={routes.identity.faceByChannel.title}
      top={<ApplicationProgress at="faceByChannel" />}
    >
      {faceSessionNo === undefined ? (
        <FaceSuccess />
      ) : (
        <ChannelOutcome
          purpose="credit"
          faceSessionNo={faceSessionNo}
          passed={<FaceSuccess />}
          onRetry={tryAgain}
        />
      )}
    </Screen>
  )
}

function tryAgain() {
  void go(routes.identity.faceByChannel, { replace: true })
}
