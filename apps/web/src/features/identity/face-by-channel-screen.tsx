import { Button } from '@qingzhou/ui/inputs'
import { Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { back, go } from '#platform/navigation/navigation.ts'
import { ApplicationProgress } from '#shared/lending/application-progress.tsx'
import { FaceIntro } from '#shared/face-check/face-intro.tsx'
import { FormError } from '#shared/forms/form-error.tsx'
import { useChannelFace } from '#shared/face-check/face-by-channel.tsx'
import { useFaceMode } from './use-face-mode.ts'

export default function FaceByChannelScreen() {
  useFaceMode('channel')
  const { leave, problem } = useChannelFace({ purpose: 'credit' })

  return (
    <Screen
      title={routes.identity.faceByChannel.title}
      onBack={back}
      top={<ApplicationProgress at="faceByChannel" />}
      footer={
        <>
          <Button onPress={leave} busyLabel="正在前往">
            前往核验
          </Button>
          <Button kind="quiet" onPress={async () => go(routes.identity.faceUnsupported)}>
            换一种方式
          </Button>
        </>
      }
    >
      <FaceIntro by="channel" />
      <FormError of={problem} />
    </Screen>
  )
}
