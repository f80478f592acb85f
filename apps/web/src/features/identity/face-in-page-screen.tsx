import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Button } from '@qingzhou/ui/inputs'
import { Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { back, go } from '#platform/navigation/navigation.ts'
import { ApplicationProgress } from '#shared/lending/application-progress.tsx'
import { openOtherPhone } from '#shared/face-check/other-phone.ts'
import { FaceCheck } from '#shared/face-check/face-check.tsx'
import { FaceIntro } from '#shared/face-check/face-intro.tsx'
import { FormError } from '#shared/forms/form-error.tsx'
import { useChannelFace } from '#shared/face-check/face-by-channel.tsx'
import { mayHaveCamera } from '#shared/face-check/camera.ts'
import { faces } from '#shared/face-check/face-outcome.ts'

const pageOf = {
  channel: routes.identity.faceByChannel,
  page: routes.identity.faceInPage,
  elsewhere: routes.identity.faceUnsupported,
} as const

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
      onReview={() => void go(routes.identity.faceInReview, { replace: true })}
      onElsewhere={() => void openOtherPhone('credit')}
    />
  )
}

export function FaceByChannelScreen() {
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

/** Redirects to the page of the user's own mode. */
function useFaceMode(here: 'channel' | 'page'): void {
  const hasCamera = mayHaveCamera()
  const { data } = useQuery({
    queryKey: ['face-mode', hasCamera],
    queryFn: async ({ signal }) => faces.checkModes({ hasCamera }, { signal, quiet: true }),
    staleTime: Infinity,
    retry: false,
  })
  const mode = data?.face

  useEffect(() => {
    if (mode === undefined || mode === here) return
    void go(pageOf[mode], { replace: true })
  }, [mode, here])
}
